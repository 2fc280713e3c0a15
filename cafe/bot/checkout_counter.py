"""Where an order is taken in the chat: the form under way, its person, and what to ask next."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiogram import BaseMiddleware
from aiogram.fsm.context import FSMContext
from aiogram.types import KeyboardButton, TelegramObject

from cafe.bot.checkout_screens import (
    answered_screen,
    options_for,
    question_screen,
    question_text,
    summary_screen,
    type_screen,
)
from cafe.bot.checkout_steps import Form, problem_of
from cafe.bot.dialogs import Asking
from cafe.bot.links import Links
from cafe.bot.speech import Speech
from cafe.bot.view import Screen, View
from cafe.core.errors import OrderRefusedError, PromoInvalidError
from cafe.core.refusals import refusal_text
from cafe.core.services import Services
from cafe.core.values import Customer, OrderType


@dataclass(frozen=True, slots=True)
class Counter:
    """Everything at hand while somebody orders."""

    view: View
    say: Speech
    services: Services
    customer: Customer
    state: FSMContext
    links: Links
    form: Form

    async def save(self) -> None:
        """Store the form, so that it outlives the process."""
        await self.state.update_data(form=self.form.dump())

    async def show_type(self, reason: str | None = None) -> None:
        """Ask for the type."""
        self.form.step = None
        await self._put(type_screen(self.say, reason))

    async def go_on(self, reason: str | None = None) -> None:
        """Ask the next question, or show the summary when there is none."""
        await self.ask(self.form.next_question, reason)

    async def ask(self, step: str | None, reason: str | None = None) -> None:
        """Ask a question; None is the summary."""
        self.form.ask(step)
        await self.show(reason)

    async def show(self, reason: str | None = None) -> None:
        """Show where the form is."""
        form = self.form
        if form.step is None:
            preview = await self.services.preview.get(self.customer.id, form.to_checkout())
            if reason is None and preview.refusal is not None:
                reason = self.words(preview.refusal)
            await self._put(summary_screen(self.say, form, preview, reason))
        elif form.step == "phone":
            await self._ask_phone(reason)
        else:
            preview = await self.services.preview.get(self.customer.id, form.to_checkout())
            now = self.services.clock.now().astimezone(self.services.settings.current.zone)
            form.options = options_for(form.step, self.customer, preview.price.total, now)
            await self._put(question_screen(self.say, form, reason))

    def words(self, error: OrderRefusedError) -> str:
        """A refusal in the customer's words."""
        return refusal_text(self.services.texts, self.say.locale, error) or self.say("trouble")

    async def answer(self, text: str) -> None:
        """Take the answer to the question that waits, if it can be taken; else say why not and ask again."""
        form, step = self.form, self.form.step
        if step is None or form.type is None:
            return
        value, problem = problem_of(form.type, step, text)
        if value is None or problem is not None:
            await self.show(self.say(problem.value if problem else "form-blank"))
            return
        if step == "promo_code":
            try:
                value = (await self.services.checkout.quote_promo(self.customer.id, value)).code
            except PromoInvalidError as error:
                await self.show(self.words(error))
                return
        await self.take(value)

    async def take(self, value: str | None) -> None:
        """Fill in an answer that is good and go on."""
        form, step = self.form, self.form.step or ""
        form.fields[step] = value
        if self.view.message is None and form.message is not None and step != "phone":
            await self.view.edit(form.message, answered_screen(self.say, form, step))
        await self.go_on()

    async def take_phone(self, text: str) -> None:
        """Take a number, typed or shared; the key under the input field goes away."""
        value, problem = problem_of(self.form.type or OrderType.PICKUP, "phone", text)
        if value is None or problem is not None:
            await self.show(self.say(problem.value if problem else "form-blank"))
            return
        await self.view.say(self.say.html("form-phone-taken", phone=value), removes_keys=True)
        await self.take(value)

    async def _ask_phone(self, reason: str | None) -> None:
        """The number is shared with a key under the input field, which only a new message can bring."""
        if self.view.message is not None:
            await self.view.delete(self.view.message.message_id)
        self.form.message = None
        await self.save()
        await self.state.set_state(Asking.form)
        text = question_text(self.say, self.form)
        keys = [
            [KeyboardButton(text=self.say("key-contact"), request_contact=True)],
            [KeyboardButton(text=self.say("key-back")), KeyboardButton(text=self.say("key-cancel"))],
        ]
        await self.view.ask_with_keys(f"⚠️ {self.say.html('plain', text=reason)}\n\n{text}" if reason else text, keys)

    async def _put(self, screen: Screen) -> None:
        """Show a screen of the form; it is stored before, so that no press finds an older state."""
        await self.state.set_state(Asking.form)
        await self.save()
        message = await self.view.show(screen)
        if message != self.form.message:
            self.form.message = message
            await self.save()


class FormUnderWay(BaseMiddleware):
    """Gives handlers the counter with the form under way; without one, says that it is over."""

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """See `BaseMiddleware`."""
        state: FSMContext = data["state"]
        view: View = data["view"]
        say: Speech = data["say"]
        form = Form.load((await state.get_data()).get("form"))
        if form is None:
            await state.set_state(None)
            if view.is_answered:  # something was written
                await view.say(say.html("form-over"), removes_keys=True)
            await view.answer(say("form-over"), is_alert=True)
            return None
        data["counter"] = Counter(view, say, data["services"], data["customer"], state, data["links"], form)
        return await handler(event, data)
