"""An order that is being taken in the chat: its form, and what to ask next."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from aiogram.types import KeyboardButton

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.menu import find_dish
from cafe.bot.chat.states import Asking
from cafe.bot.chat.view import Screen
from cafe.bot.customer.checkout.answers import Refused, Taken, pickup_of, read_change, read_pickup_time
from cafe.bot.customer.checkout.form import TYPE, Form, problem_of
from cafe.bot.customer.checkout.screens import (
    answered_screen,
    edit_screen,
    empty_screen,
    options_for,
    phone_question,
    question_screen,
    summary_screen,
    type_screen,
)
from cafe.core.checkout.pickup_times import is_past
from cafe.core.checkout.preview import Preview
from cafe.core.kernel.error_texts import error_text
from cafe.core.kernel.errors import OrderRefusedError, PromoInvalidError
from cafe.core.orders.model import OrderType, PaymentMethod


@dataclass(frozen=True, slots=True)
class CheckoutDialog:
    """The form and the conversation that fills it in."""

    conversation: CustomerConversation
    form: Form

    @property
    def now(self) -> datetime:
        """The moment on the cafe's clock."""
        services = self.conversation.services
        return services.clock.now().astimezone(services.settings.current.zone)

    async def save(self) -> None:
        await self.conversation.state.update_data(form=self.form.dump())

    async def go_on(self, reason: str | None = None) -> None:
        """Ask the next question, or show the summary when there is none."""
        await self.ask(self.form.next_question, reason)

    async def ask(self, step: str | None, reason: str | None = None) -> None:
        """Ask a question; None is the summary."""
        self.form.ask(step)
        await self.show(reason)

    async def show(self, reason: str | None = None, options: tuple[str, ...] = ()) -> None:
        """Show the question that waits, or the summary, with the reason why the last answer was not taken.

        `options` are offered before the usual ones.
        """
        form, say = self.form, self.conversation.say
        match form.step:
            case None:
                await self._show_summary(reason)
            case "order_type":
                await self._put(type_screen(say, form, reason))
            case "phone":
                await self._ask_phone(reason)
            case step:
                total = (await self.preview()).price.total
                services = self.conversation.services
                earliest = self.now + timedelta(minutes=services.times.busy_minutes())
                usual = options_for(step, self.conversation.customer, total, earliest, services.settings.current.hours)
                form.options = [*options, *usual]
                await self._put(question_screen(say, form, self.now.date(), services.times.ready_in(), reason))

    async def show_edit(self) -> None:
        """Ask which answer to change."""
        await self._put(edit_screen(self.conversation.say, self.form))

    async def preview(self) -> Preview:
        """Return the order that the form would make now."""
        return await self.conversation.services.preview.get(self.conversation.customer.id, self.form.to_checkout())

    def reason_of(self, error: OrderRefusedError) -> str:
        """Return the refusal in the customer's language."""
        say = self.conversation.say
        return error_text(self.conversation.services.texts, say.locale, error) or say("trouble")

    def gone(self, preview: Preview) -> list[str]:
        """Return the names of what the customer saw at the summary and the kitchen cannot make any more."""
        menu = self.conversation.services.menu.get()
        left = {str(line.id) for line in preview.cart.lines}
        return [
            line.name
            for line_id, line in self.form.lines.items()
            if line_id not in left and find_dish(menu, line.product_id) is None
        ]

    def outdated_answer(self, preview: Preview) -> tuple[str, str] | None:
        """Return an answer that has become wrong since it was given, and why; first the cafe must take orders."""
        form, say = self.form, self.conversation.say
        if preview.refusal is not None:
            return None
        pickup = pickup_of(form, self.conversation.services.settings.current.hours)
        if pickup is not None and is_past(pickup, self.now):
            return "pickup_time", say("pickup-past", time=f"{pickup:%H:%M}")
        change = form.fields.get("cash_change_for")
        is_cash = form.fields.get("payment_method") == PaymentMethod.CASH
        if change and is_cash and form.type is OrderType.DELIVERY and int(change) < preview.price.total:
            return "cash_change_for", say("change-too-little", total=preview.price.total)
        return None

    async def answer(self, text: str) -> None:
        """Take the answer to the question that waits, if it can be taken; else say why not and ask again."""
        form, step = self.form, self.form.step
        if step is None or step == TYPE or form.type is None:
            return
        read = await self._read(form.type, step, text)
        if isinstance(read, Refused):
            await self.show(read.reason, read.options)
            return
        if step == "pickup_time":
            form.pickup_date = read.pickup_date
        if step == "phone":  # typed or shared; the keys under the input field go away
            say = self.conversation.say
            await self.conversation.view.say(say.html("form-phone-taken", phone=read.value), removes_keys=True)
        await self.take(read.value)

    async def take(self, value: str | None) -> None:
        """Fill in an answer that is good, or None for a skipped question, and go on."""
        form, view, step = self.form, self.conversation.view, self.form.step or ""
        form.fields[step] = value
        if view.message is None and form.message is not None and step != "phone":
            await view.edit(form.message, answered_screen(self.conversation.say, form, step, self.now.date()))
            form.message = None
        await self.go_on()

    async def _read(self, order_type: OrderType, step: str, text: str) -> Taken | Refused:
        services, say, customer = self.conversation.services, self.conversation.say, self.conversation.customer
        match step:
            case "pickup_time":
                return read_pickup_time(say, services.settings.current, self.now, text)
            case "cash_change_for":
                return read_change(say, (await self.preview()).price.total, text)
            case "promo_code":
                try:
                    return Taken((await services.checkout.quote_promo(customer.id, text)).code)
                except PromoInvalidError as error:
                    return Refused(self.reason_of(error))
        value, problem = problem_of(order_type, step, text)
        if value is not None and problem is None:
            return Taken(value)
        return Refused(say(problem.value if problem else "form-text-please"))

    async def _show_summary(self, reason: str | None) -> None:
        """Show the summary; but first ask again what has become wrong, and name what is gone."""
        form, say, preview = self.form, self.conversation.say, await self.preview()
        outdated = self.outdated_answer(preview)
        if outdated is not None:
            form.fields.pop(outdated[0])
            await self.ask(*outdated)
            return
        gone = self.gone(preview)
        if not preview.cart.lines:
            await self._put(empty_screen(say, form, gone))
            return
        form.look_at(preview.cart)
        if gone:
            reason = say("form-gone", names=", ".join(gone))
        elif reason is None and preview.refusal is not None:
            reason = self.reason_of(preview.refusal)
        await self._put(summary_screen(say, form, preview, self.now.date(), reason))

    async def _ask_phone(self, reason: str | None) -> None:
        """Ask for the number with a key that shares it; only a new message can bring keys under the input field."""
        view, say = self.conversation.view, self.conversation.say
        if view.message is not None:
            await view.delete(view.message.message_id)
        self.form.message = None
        await self.save()
        await self.conversation.state.set_state(Asking.form)
        keys = [
            [KeyboardButton(text=say("key-contact"), request_contact=True)],
            [KeyboardButton(text=say("key-back")), KeyboardButton(text=say("key-cancel"))],
        ]
        await view.ask_with_keys(phone_question(say, reason), keys)

    async def _put(self, screen: Screen) -> None:
        """Show a screen of the form; the form is stored first, so that no pressed button finds an older one."""
        await self.conversation.state.set_state(Asking.form)
        await self.save()
        before, view = self.form.message, self.conversation.view
        message = await view.show(screen)
        if message != before:
            self.form.message = message
            await self.save()
            if before is not None:
                await view.take_buttons_away(before)


async def find_dialog(conversation: CustomerConversation) -> CheckoutDialog | None:
    """Return the customer's form under way; without one, say that it is over and return None."""
    state, view, say = conversation.state, conversation.view, conversation.say
    form = Form.load((await state.get_data()).get("form"))
    if form is not None:
        return CheckoutDialog(conversation, form)
    await state.set_state(None)
    if view.is_answered:  # a message came, not a button
        await view.say(say.html("form-over"), removes_keys=True)
    await view.answer(say("form-over"), is_alert=True)
    return None
