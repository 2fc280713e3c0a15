"""The dialog of an order in the chat: its form, and the next question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from aiogram.types import KeyboardButton

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.menu import find_dish
from cafe.bot.chat.states import Asking
from cafe.bot.chat.view import Screen
from cafe.bot.customer.checkout.answers import (
    Accepted,
    Refused,
    option_for,
    pickup_of,
    read_change,
    read_contact,
    read_pickup_time,
    read_yes_or_no,
)
from cafe.bot.customer.checkout.form import LATER, QUESTION_OF, QUESTIONS, TYPE, ZONE, Form, problem_of
from cafe.bot.customer.checkout.later import ASAP, first_with_room, pages_of, read_typed
from cafe.bot.customer.checkout.screens import (
    answered_screen,
    edit_screen,
    empty_screen,
    options_for,
    phone_question,
    question_screen,
    summary_screen,
    time_screen,
    type_screen,
    zone_label,
)
from cafe.core.catalogue.zones.matching import ZoneMatch
from cafe.core.catalogue.zones.model import Zone, read_zone_id
from cafe.core.error_texts import error_text
from cafe.core.ordering.checkout.context import unasked_contacts
from cafe.core.ordering.checkout.errors import (
    CartEmptyError,
    ClosedError,
    FieldProblem,
    InvalidFieldError,
    MissingFieldsError,
    OptionsUnavailableError,
    OrderRefusedError,
    PaymentUnavailableError,
    PromoInvalidError,
    TimeUnavailableError,
    ZoneRequiredError,
)
from cafe.core.ordering.checkout.form import CheckoutForm, read_form
from cafe.core.ordering.checkout.pickup_times import is_past
from cafe.core.ordering.checkout.preview import Preview
from cafe.core.ordering.checkout.times import OfferedTime
from cafe.core.ordering.checkout.zones import address_of
from cafe.core.ordering.orders.model import OrderType, PaymentMethod


@dataclass(frozen=True, slots=True)
class CheckoutDialog:
    """The form and the conversation that fills it in."""

    conversation: CustomerConversation
    form: Form

    def __post_init__(self) -> None:
        settings = self.conversation.services.settings.current
        self.form.follow(
            takes_later=settings.schedule_days > 0,
            unasked=unasked_contacts(settings, OrderType.DINE_IN),
            asked=settings.questions,
            payments=settings.offered_payments,
            has_tables=bool(settings.tables),
        )
        self.follow_zones()

    def follow_zones(self) -> None:
        """Find out whether the zone has to be asked for."""
        form, services, say = self.form, self.conversation.services, self.conversation.say
        offered = services.zones.list_now() if form.type is OrderType.DELIVERY else ()
        zones = {
            str(zone.id): zone_label(say, zone.name.in_locale(say.locale), zone.fee, is_open=is_open)
            for zone, is_open in offered
        }
        form.follow_zones(zones, is_found=bool(zones) and self._match().zone is not None)

    def _match(self) -> ZoneMatch:
        """Find the zone by the address and the map."""
        checkout = self.form.to_checkout()
        return self.conversation.services.zones.match(address_of(checkout), checkout.pin)

    @property
    def zone(self) -> Zone | None:
        """The zone, as far as it is known."""
        if not self.form.zones:
            return None
        chosen = read_zone_id(self.form.fields.get(ZONE))
        return self._match().zone or self.conversation.services.zones.find(chosen)

    @property
    def now(self) -> datetime:
        """The moment on the cafe's clock."""
        services = self.conversation.services
        return services.clock.now().astimezone(services.settings.current.zone)

    async def save(self) -> None:
        await self.conversation.state.update_data(form=self.form.dump())

    async def go_on(self, reason: str | None = None) -> None:
        """Ask the next question, or show the summary when there is none. The only way of paying is not asked about."""
        self.follow_zones()
        if self.form.type is not None:
            self.form.asks_age = (await self.preview()).cart.asks_age
        offered = self.conversation.services.settings.current.offered_payments
        if self.form.next_question == "payment_method" and len(offered) == 1:
            self.form.fields["payment_method"] = offered[0]
        await self.ask(self.form.next_question, reason)

    async def ask(self, step: str | None, reason: str | None = None) -> None:
        """Ask a question; None is the summary."""
        self.form.ask(step)
        await self.show(reason)

    async def show(self, reason: str | None = None, options: tuple[str, ...] = ()) -> None:
        """Show the current question, or the summary, with the reason why the last answer was refused.

        `options` are offered before the usual ones.
        """
        form, say = self.form, self.conversation.say
        match form.step:
            case None:
                await self._show_summary(reason)
            case "order_type":
                await self._put(
                    type_screen(say, form, self.conversation.services.settings.current.offered_types, reason)
                )
            case "phone":
                await self._ask_phone(reason)
            case "scheduled_for":
                await self._ask_time(reason, options)
            case "zone_id":
                form.options = [*self._match().suggestions, *form.zones]
                await self._put(question_screen(say, form, self.now.date(), None, reason))
            case step:
                total = (await self.preview()).price.total
                services = self.conversation.services
                earliest = self.now + timedelta(minutes=services.times.extra_minutes())
                usual = options_for(step, self.conversation.customer, total, earliest, services.settings.current)
                form.options = [*options, *usual]
                minutes = services.times.estimated_minutes(form.type, self.zone) if form.type else None
                estimate = self._estimate(minutes)
                await self._put(question_screen(say, form, self.now.date(), estimate, reason))

    def _estimate(self, minutes: int | None) -> str | None:
        """Return the text on how soon an order for now is ready, or at the door."""
        extra = self.zone.extra_minutes if self.zone else 0
        way = self.form.type and self.conversation.services.settings.current.way_minutes(self.form.type, extra)
        text_id = "form-ready-in-at-door" if way else "form-ready-in"
        return None if minutes is None else self.conversation.say.html(text_id, minutes=minutes)

    async def show_edit(self) -> None:
        """Ask which answer to change."""
        await self._put(edit_screen(self.conversation.say, self.form))

    async def preview(self) -> Preview:
        """Return a preview of the order from this form."""
        return await self.conversation.services.preview.get(self.conversation.customer.id, self.form.to_checkout())

    def reason_of(self, error: OrderRefusedError) -> str:
        """Return the refusal in the customer's language."""
        say = self.conversation.say
        return error_text(self.conversation.services.texts, say.locale, error) or say("trouble")

    def gone(self, preview: Preview) -> list[str]:
        """Return the names of lines in the summary that are no longer available."""
        menu = self.conversation.services.cache.menu
        left = {str(line.id) for line in preview.cart.lines}
        return [
            line.name
            for line_id, line in self.form.lines.items()
            if line_id not in left and find_dish(menu, line.product_id) is None
        ]

    def _outdated_answer(self, preview: Preview) -> tuple[str, str] | None:
        """Return an answer that has become invalid, and why; of an order refused anyway it can only be the time."""
        form, say = self.form, self.conversation.say
        if preview.refusal is not None:
            is_of_time = isinstance(preview.refusal, TimeUnavailableError) or self._is_only_for_now(preview.refusal)
            return (LATER, self.reason_of(preview.refusal)) if is_of_time and LATER in form.questions else None
        if form.is_asap and not self.can_be_now:
            return LATER, say("later-only")
        pickup = pickup_of(form, self.conversation.services.settings.current.hours)
        if pickup is not None and is_past(pickup, self.now):
            return "pickup_time", say("pickup-past", time=f"{pickup:%H:%M}")
        city = form.fields.get("address_city")
        if form.type is OrderType.DELIVERY and city:  # known from an earlier order
            read = read_contact(say, self.conversation.services.settings.current, "address_city", city)
            if isinstance(read, Refused):
                return "address_city", read.reason
        change = form.fields.get("cash_change_for")
        is_cash = form.fields.get("payment_method") == PaymentMethod.CASH
        if change and is_cash and form.type is OrderType.DELIVERY and int(change) < preview.price.total:
            return "cash_change_for", say("change-too-little", total=preview.price.total)
        return None

    def _submitted(self, seen_total: str) -> CheckoutForm:
        """Return the form to submit. Pickup as soon as possible means the time when it will be ready."""
        form = replace(self.form.to_checkout(), expected_total=seen_total)
        if self.form.type is not OrderType.PICKUP or not self.form.is_asap:
            return form
        ready = self.now + timedelta(minutes=self.conversation.services.times.asap_minutes())
        return replace(form, pickup_time=f"{ready:%H:%M}")

    async def confirmed(self, seen_total: str) -> CheckoutForm | None:
        """Return the form to place; if it differs from what the customer saw, show the changes and return None."""
        preview = await self.preview()
        self.form.asks_age = preview.cart.asks_age
        is_same = str(preview.price.total) == seen_total and self.form.shows(preview.cart)
        if is_same and not self._outdated_answer(preview) and self.form.is_complete:
            return self._submitted(seen_total)
        await self.go_on(self.conversation.say("form-changed"))
        return None

    async def refuse(self, error: OrderRefusedError) -> None:
        """Show why the order is refused, with the question of the answer to change."""
        reason = self.reason_of(error)
        match error:
            case CartEmptyError() | OptionsUnavailableError():  # the summary itself explains it
                await self.ask(None)
            case InvalidFieldError(problem=problem) if problem in QUESTION_OF:
                await self.ask(QUESTION_OF[problem], reason)
            case MissingFieldsError(missing=missing):
                await self.ask(missing[0], reason)
            case ZoneRequiredError():
                await self.ask(ZONE, reason)
            case PaymentUnavailableError():
                await self.ask("payment_method", reason)
            case PromoInvalidError():
                self.form.fields.pop("promo_code", None)
                await self.ask(None, reason)
            case _:
                await self.ask(None, reason)

    async def refusal_of(self, order_type: OrderType) -> OrderRefusedError | None:
        """Return why the cafe accepts no such order of this cart, neither for now nor, if offered, for later."""
        services, customer_id = self.conversation.services, self.conversation.customer.id
        fields = {"promo_code": self.form.fields.get("promo_code")}
        refusal = (await services.preview.get(customer_id, read_form(order_type, fields))).refusal
        if not isinstance(refusal, ClosedError) or not self.form.takes_later or LATER not in QUESTIONS[order_type]:
            return refusal
        times = (await services.times.list(customer_id, order_type)).times
        if not times:
            return refusal
        fields[LATER] = option_for(times[0].at)
        refusal = (await services.preview.get(customer_id, read_form(order_type, fields))).refusal
        return None if isinstance(refusal, TimeUnavailableError) else refusal

    @property
    def can_be_now(self) -> bool:
        """Whether the order may be for as soon as possible; pickup needs an open cafe."""
        public = self.conversation.services.settings.get_public()
        return public.takes_orders and (public.is_open or self.form.type is not OrderType.PICKUP)

    async def why_not_now(self) -> str:
        """Return why it may not be, in the customer's language."""
        refusal = await self.refusal_of(self.form.type) if self.form.type else None
        return self.conversation.say("later-only") if refusal is None else self.reason_of(refusal)

    async def answer(self, text: str) -> None:
        """Accept an answer to the current question, or send the reason and ask again."""
        form, step = self.form, self.form.step
        if step is None or step == TYPE or form.type is None:
            return
        if step == ZONE and (zone_id := self._zone_named(text)) is None:
            await self._take_street(text)
            return
        text = zone_id if step == ZONE and zone_id else text
        read = await self._read(form.type, step, text)
        if isinstance(read, Refused):
            await self.show(read.reason, read.options)
            return
        if step == "pickup_time":
            form.pickup_date = read.pickup_date
        if step == "phone":  # typed or shared; the keyboard under the input field is removed
            say = self.conversation.say
            await self.conversation.view.say(say.html("form-phone-taken", phone=read.value or ""), removes_keys=True)
        await self.accept(read.value)

    async def accept(self, value: str | None) -> None:
        """Fill in a valid answer, or None for a skipped question, and go on."""
        form, view, step = self.form, self.conversation.view, self.form.step or ""
        form.fill(step, value)
        if view.message is None and form.message is not None and step != "phone":
            await view.edit(form.message, answered_screen(self.conversation.say, form, step, self.now.date()))
            form.message = None
        await self.go_on()

    async def _read(self, order_type: OrderType, step: str, text: str) -> Accepted | Refused:
        services, say = self.conversation.services, self.conversation.say
        match step:
            case "scheduled_for":
                return await self._read_time(text)
            case "pickup_time":
                return read_pickup_time(say, services.settings.current, self.now, text)
            case "cash_change_for":
                return read_change(say, (await self.preview()).price.total, text)
            case "promo_code":
                return await self._read_promo(text)
            case "cutlery" | "no_call" | "adult":
                return read_yes_or_no(say, step, text)
        value, problem = problem_of(order_type, step, text)
        is_good = value is not None and problem is None
        return (
            read_contact(say, services.settings.current, step, value or "")
            if is_good
            else Refused(say(problem.value if problem else "form-text-please"))
        )

    def _zone_named(self, text: str) -> str | None:
        """Return the id of a zone by its id, its name or its label."""
        named = {zone.name.in_locale(self.conversation.say.locale): zone.id for zone, _ in self._zones()}
        names = {**{label: key for key, label in self.form.zones.items()}, **{n: str(i) for n, i in named.items()}}
        return text if text in self.form.zones else names.get(text.strip())

    def _zones(self) -> Sequence[tuple[Zone, bool]]:
        return self.conversation.services.zones.list_now()

    async def _take_street(self, text: str) -> None:
        """Take what was answered instead of a zone for the street, as it is offered: 'Брюховичі: Шевченка'."""
        town, _, street = text.rpartition(": ")
        read = await self._read(OrderType.DELIVERY, "address_street", street)
        if isinstance(read, Refused):
            await self.show(read.reason)
            return
        if town:
            self.form.fill("address_city", town)
        self.form.fill("address_street", read.value)
        await self.go_on()

    async def take_location(self, lat: float, lon: float) -> None:
        """Take a place on the map for where to deliver to, and say what that costs; the address is still asked for."""
        form, say = self.form, self.conversation.say
        form.fields |= {"lat": f"{lat:.6f}", "lon": f"{lon:.6f}"}
        zone = self._match().zone
        if zone is None:
            form.forget_place()
            await self.conversation.view.say(say.html("form-pin-outside"))
        else:
            name = zone.name.in_locale(say.locale)
            await self.conversation.view.say(say.html("form-pin-taken", zone=name, fee=zone.fee))
        await self.go_on()

    async def _read_promo(self, text: str) -> Accepted | Refused:
        """Accept a promo code that applies to the cart."""
        try:
            quote = await self.conversation.services.checkout.quote_promo(self.conversation.customer.id, text)
        except PromoInvalidError as error:
            return Refused(self.reason_of(error))
        return Accepted(quote.code)

    async def _read_time(self, text: str) -> Accepted | Refused:
        """Accept a time with room in the kitchen; one past for today may mean tomorrow, which is offered."""
        services, say, form = self.conversation.services, self.conversation.say, self.form
        if text.strip().lower() in ASAP:
            return Accepted(None) if self.can_be_now else Refused(await self.why_not_now())
        pages = pages_of(await self._times())
        shown = pages[min(form.page or 0, len(pages) - 1)].day if pages else None
        found = read_typed(services.settings.current.hours, self.now, text, shown)
        if found is None:
            return Refused(say(FieldProblem.PICKUP_TIME.value))
        value = option_for(found.at)
        wanted = replace(form.to_checkout(), scheduled_for=value)
        refusal = (await services.preview.get(self.conversation.customer.id, wanted)).refusal
        if isinstance(refusal, TimeUnavailableError | ClosedError):
            return Refused(self.reason_of(refusal))
        if not found.is_plain:
            return Refused(say("later-tomorrow-ask", time=f"{found.at:%H:%M}"), (value,))
        return Accepted(value)

    async def _times(self) -> Sequence[OfferedTime]:
        """Return the times offered for this order."""
        form, services = self.form, self.conversation.services
        if form.type is None:
            return ()
        zone_id = self.zone.id if self.zone else None
        return (await services.times.list(self.conversation.customer.id, form.type, zone_id)).times

    async def _ask_time(self, reason: str | None, suggested: tuple[str, ...]) -> None:
        """Ask for the time of the order; `suggested` times are offered first."""
        form, say, services = self.form, self.conversation.say, self.conversation.services
        pages = pages_of(await self._times())
        form.page = first_with_room(pages) if form.page is None else min(form.page, max(0, len(pages) - 1))
        on_page = [option_for(time.at) for time in pages[form.page].times] if pages else []
        form.options = [*suggested, *on_page]
        estimate = self._estimate(
            services.times.estimated_minutes(form.type, self.zone) if form.type and self.can_be_now else None
        )
        await self._put(
            time_screen(
                say, form, pages, self.now.date(), estimate, reason, suggested=suggested, can_be_now=self.can_be_now
            )
        )

    def _is_only_for_now(self, refusal: OrderRefusedError) -> bool:
        """Whether an order is refused for now but would be accepted for later."""
        settings = self.conversation.services.settings.current
        is_closed = isinstance(refusal, ClosedError) and refusal.pause is None
        return is_closed and settings.takes_scheduled_orders and self.form.is_asap

    async def _show_summary(self, reason: str | None) -> None:
        """Show the summary and name missing lines; if an answer has become invalid, ask for it first."""
        form, say, preview = self.form, self.conversation.say, await self.preview()
        outdated = self._outdated_answer(preview)
        if outdated is not None:
            form.fields.pop(outdated[0], None)
            await self.ask(*outdated)
            return
        gone = self.gone(preview)
        if not preview.cart.lines:
            await self._put(empty_screen(say, form, gone))
            return
        form.mark_shown(preview.cart)
        if gone:
            reason = say("form-gone", names=", ".join(gone))
        elif reason is None and preview.refusal is not None:
            reason = self.reason_of(preview.refusal)
        await self._put(
            summary_screen(say, form, preview, self.now.date(), self._estimate(preview.estimated_minutes), reason)
        )

    async def _ask_phone(self, reason: str | None) -> None:
        """Ask for the number with a key to share it; only a new message can open a keyboard under the input field."""
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
        """Show a screen of the form, which is stored first so that a pressed button never finds an older one."""
        await self.conversation.state.set_state(Asking.form)
        await self.save()
        before, view = self.form.message, self.conversation.view
        message = await view.show(screen)
        if message != before:
            self.form.message = message
            await self.save()
            if before is not None:
                await view.remove_buttons(before)


async def find_dialog(conversation: CustomerConversation) -> CheckoutDialog | None:
    """Return the customer's current form; without one, send that it is over and return None."""
    state, view, say = conversation.state, conversation.view, conversation.say
    form = Form.load((await state.get_data()).get("form"))
    if form is not None:
        return CheckoutDialog(conversation, form)
    await state.set_state(None)
    if view.is_answered:  # a message came, not a button
        await view.say(say.html("form-over"), removes_keys=True)
    await view.answer(say("form-over"), is_alert=True)
    return None
