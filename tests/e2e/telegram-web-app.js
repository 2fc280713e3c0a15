// Stands in for Telegram's script: reads the launch data as the real one does, records what the page asks, and lets a test press.
{
  const fragment = new URLSearchParams(location.hash.slice(1));
  const calls = [];
  window.telegramCalls = calls;
  const listeners = {};
  const on = (name, callback) => {
    listeners[name] ??= [];
    listeners[name].push(callback);
  };
  const fire = (name) => {
    for (const callback of listeners[name] ?? []) callback();
  };
  const note =
    (name) =>
    (...args) =>
      calls.push(args.length > 0 ? `${name} ${JSON.stringify(args)}` : name);

  const MainButton = {
    isVisible: false,
    isActive: true,
    isProgressVisible: false,
    text: "",
    setParams({ text, is_active, is_visible, color, text_color }) {
      if (!/^#[0-9a-f]{6}$/i.test(color) || !/^#[0-9a-f]{6}$/i.test(text_color)) throw new Error("colours must be hex");
      if (text.length === 0 || text.length > 64) throw new Error("text must be 1 to 64 characters");
      Object.assign(MainButton, { text, isActive: is_active, isVisible: is_visible });
    },
    show() {
      MainButton.isVisible = true;
    },
    hide() {
      MainButton.isVisible = false;
    },
    showProgress() {
      MainButton.isProgressVisible = true;
    },
    hideProgress() {
      MainButton.isProgressVisible = false;
    },
    onClick: (callback) => on("mainButtonClicked", callback),
    press: () => MainButton.isVisible && MainButton.isActive && fire("mainButtonClicked"),
  };
  const BackButton = {
    isVisible: false,
    show() {
      BackButton.isVisible = true;
    },
    hide() {
      BackButton.isVisible = false;
    },
    onClick: (callback) => on("backButtonClicked", callback),
    press: () => BackButton.isVisible && fire("backButtonClicked"),
  };
  const initData = fragment.get("tgWebAppData") ?? "";
  window.Telegram = {
    WebApp: {
      initData,
      initDataUnsafe: Object.fromEntries(new URLSearchParams(initData)),
      version: fragment.get("tgWebAppVersion") ?? "6.0",
      platform: fragment.get("tgWebAppPlatform") ?? "unknown",
      themeParams: JSON.parse(fragment.get("tgWebAppThemeParams") ?? "{}"),
      isVersionAtLeast(wanted) {
        const [major, minor] = window.Telegram.WebApp.version.split(".").map(Number);
        const [least, lesser] = wanted.split(".").map(Number);
        return major > least || (major === least && minor >= lesser);
      },
      MainButton,
      BackButton,
      HapticFeedback: {
        impactOccurred: note("impact"),
        notificationOccurred: note("notification"),
        selectionChanged: note("selection"),
      },
      ready: note("ready"),
      expand: note("expand"),
      close: note("close"),
      disableVerticalSwipes: note("disableVerticalSwipes"),
      enableClosingConfirmation: note("enableClosingConfirmation"),
      disableClosingConfirmation: note("disableClosingConfirmation"),
      setHeaderColor: note("setHeaderColor"),
      setBackgroundColor: note("setBackgroundColor"),
      setBottomBarColor: note("setBottomBarColor"),
      openLink: note("openLink"),
      openTelegramLink: note("openTelegramLink"),
      showConfirm(question, callback) {
        calls.push(`showConfirm ${question}`);
        callback(true);
      },
      requestContact(callback) {
        calls.push("requestContact");
        const contact = { user_id: 1, phone_number: "380671112233", first_name: "Олена" };
        callback(true, {
          status: "sent",
          response: new URLSearchParams({ contact: JSON.stringify(contact) }).toString(),
        });
      },
      onEvent: on,
      fire,
    },
  };
}
