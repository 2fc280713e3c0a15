// The chats page: one phone per kind of chat, redrawn whenever the server says that something changed.

const TAGS = new Set([
  "B",
  "STRONG",
  "I",
  "EM",
  "U",
  "INS",
  "S",
  "STRIKE",
  "DEL",
  "CODE",
  "PRE",
  "A",
  "BLOCKQUOTE",
  "SPAN",
]);

let world = { revision: -1, users: [], chats: [] };
const phones = [];

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The bot's HTML, with nothing in it but the tags that the platform knows. */
function entities(html) {
  const copy = (from) =>
    [...from.childNodes].map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      if (!TAGS.has(node.tagName)) return element("span", {}, ...copy(node));
      const made = element(node.tagName, {}, ...copy(node));
      if (node.tagName === "A" && /^(https?|tel|tg):/.test(node.getAttribute("href") ?? "")) {
        made.href = node.getAttribute("href");
        made.target = "_blank";
      }
      return made;
    });
  return copy(new DOMParser().parseFromString(html, "text/html").body);
}

async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  return response.ok ? response.json() : {};
}

class Phone {
  constructor(isMember, label) {
    this.isMember = isMember; // (chat, user) → whether this user uses this phone for that chat
    this.node = document.getElementById("phone").content.cloneNode(true).querySelector(".phone");
    this.find = (selector) => this.node.querySelector(selector);
    this.find(".as span").textContent = label;
    this.seats = [];
    this.drawn = "";
    this.find("select").addEventListener("change", () => {
      this.drawn = "";
      this.draw();
    });
    this.find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.find("textarea").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.send();
      }
    });
    this.find(".menu").addEventListener("click", () => {
      this.find(".commands").hidden = !this.find(".commands").hidden;
    });
    this.find(".block").addEventListener("click", () => this.say({ block: !this.chat.is_blocked }));
  }

  get seat() {
    return this.seats[this.find("select").selectedIndex] ?? this.seats[0];
  }
  get chat() {
    return this.seat?.chat;
  }

  say(body) {
    return post(`/chats/${this.chat.id}/send`, { from: this.seat.user.id, ...body });
  }

  send() {
    const input = this.find("textarea");
    if (input.value.trim()) this.say({ text: input.value });
    input.value = "";
    input.focus();
  }

  async press(message, row, column, button) {
    button.setAttribute("aria-busy", "true");
    const answer = await post(`/chats/${this.chat.id}/press`, {
      from: this.seat.user.id,
      message_id: message.id,
      row,
      column,
    });
    button.removeAttribute("aria-busy");
    if (answer.text) this.toast(answer.text, answer.show_alert);
  }

  toast(text, isAlert) {
    const toast = this.find(".toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(
      () => {
        toast.hidden = true;
      },
      isAlert ? 7000 : 3000,
    );
  }

  /** Take the newest state; draw only when what this phone shows has changed. */
  update() {
    const seats = world.chats.flatMap((chat) =>
      world.users.filter((user) => this.isMember(chat, user)).map((user) => ({ chat, user })),
    );
    const chosen = this.seat?.user.id;
    this.seats = seats;
    this.node.hidden = seats.length === 0;
    const select = this.find("select");
    const names = seats.map(({ user }) => `${user.first_name} (${user.language_code})`);
    if (names.join() !== [...select.options].map((option) => option.text).join()) {
      select.replaceChildren(...names.map((name) => new Option(name)));
      select.selectedIndex = Math.max(
        0,
        seats.findIndex(({ user }) => user.id === chosen),
      );
    }
    this.draw();
  }

  draw() {
    const { chat } = this;
    if (!chat) return;
    const state = JSON.stringify([chat, this.seat.user.id]);
    if (state === this.drawn) return;
    this.drawn = state;
    const isPrivate = chat.type === "private";
    const title = isPrivate ? world.bot.first_name : chat.title;
    this.find(".title").textContent = title;
    this.find(".avatar").textContent = title[0];
    this.find(".block").textContent = chat.is_blocked ? "розблокувати" : "заблокувати";
    this.find(".block").hidden = !isPrivate;
    this.drawMessages(chat);
    this.drawCommands(chat);
    const keyboard = this.find(".keyboard");
    keyboard.hidden = !chat.keyboard?.length;
    keyboard.replaceChildren(
      ...(chat.keyboard ?? []).map((row) =>
        element(
          "div",
          {},
          ...row.map((button) =>
            element("button", {
              type: "button",
              textContent: button.text,
              onclick: () => this.say(button.request_contact ? { contact: true } : { text: button.text }),
            }),
          ),
        ),
      ),
    );
  }

  drawMessages(chat) {
    const log = this.find(".messages");
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const count = log.childElementCount;
    const { id } = this.seat.user;
    const seen = chat.messages.filter(({ receiver, from }) => receiver === null || [receiver, from.id].includes(id));
    log.replaceChildren(...seen.map((message) => this.messageNode(chat, message)));
    if (isAtEnd || log.childElementCount > count) log.scrollTop = log.scrollHeight;
  }

  messageNode(chat, message) {
    const isMine = message.from.id === this.seat.user.id;
    const bubble = element("div", { className: "bubble" });
    if (message.photo) bubble.append(element("img", { src: `/photos/${message.photo}`, alt: "" }));
    if (chat.type !== "private" && !isMine)
      bubble.append(element("span", { className: "from", textContent: message.from.first_name }));
    if (message.contact) bubble.append(`👤 ${message.contact.first_name}, +${message.contact.phone_number}`);
    bubble.append(...(message.html === null ? [message.text] : entities(message.html)));
    const time = new Date(message.date * 1000).toLocaleTimeString("uk", { hour: "2-digit", minute: "2-digit" });
    const seen = message.receiver === null ? "" : "👁 лише для вас · ";
    bubble.append(element("time", { textContent: `${seen}${message.edits ? `змінено ${time}` : time}` }));
    const row = element("div", { className: isMine ? "row mine" : "row" }, bubble);
    if (message.inline.length > 0) {
      row.append(
        element(
          "div",
          { className: "inline" },
          ...message.inline.map((buttons, r) =>
            element("div", {}, ...buttons.map((button, c) => this.buttonNode(message, button, r, c))),
          ),
        ),
      );
    }
    return row;
  }

  buttonNode(message, button, row, column) {
    if (button.web_app) {
      const href = `/open?${new URLSearchParams({ user_id: this.seat.user.id, url: button.web_app.url })}`;
      return element("a", { textContent: button.text, href, target: "_blank" });
    }
    if (button.url) return element("a", { textContent: `${button.text} ↗`, href: button.url, target: "_blank" });
    const node = element("button", { type: "button", textContent: button.text, className: button.style ?? "" });
    node.addEventListener("click", () => this.press(message, row, column, node));
    return node;
  }

  drawCommands(chat) {
    this.find(".commands").replaceChildren(
      ...chat.commands.map(({ command, description }) => {
        const button = element(
          "button",
          { type: "button" },
          element("b", { textContent: `/${command}` }),
          element("span", { textContent: description }),
        );
        button.addEventListener("click", () => {
          this.find(".commands").hidden = true;
          this.say({ text: `/${command}` });
        });
        return button;
      }),
    );
  }
}

const isStaff = (user) => user.username?.startsWith("staff");
phones.push(
  new Phone((chat, user) => chat.id === user.id && !isStaff(user), "ви пишете як"),
  new Phone((chat, user) => chat.type !== "private" && isStaff(user), "ви пишете як"),
);
document.getElementById("phones").append(...phones.map((phone) => phone.node));

for (;;) {
  try {
    const response = await fetch(`/chats?since=${world.revision}`);
    world = await response.json();
    for (const phone of phones) phone.update();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
