"""The strings of buttons that are in people's chats already; none of them may ever change."""

from enum import StrEnum

import pytest
from aiogram.filters.callback_data import CallbackData

from cafe.bot.telegram import callbacks, limits
from cafe.bot.telegram.callbacks import (
    BusyAct,
    BusyCallback,
    CardAct,
    CardCallback,
    CartAct,
    CartCallback,
    CategoryCallback,
    ChoiceAct,
    ChoiceCallback,
    DayCallback,
    DeskAct,
    DeskCallback,
    DeviceAct,
    DeviceCallback,
    DishCallback,
    FollowAct,
    FollowCallback,
    FormAct,
    FormCallback,
    Go,
    LanguageCallback,
    OrderAct,
    OrderCallback,
    PauseCallback,
    PauseChoice,
    PrivacyAct,
    PrivacyCallback,
    ProposalAct,
    ProposalCallback,
    RatingAct,
    RatingCallback,
    RefundAct,
    RefundCallback,
    Section,
    StockAct,
    StockCallback,
    StopAct,
    StopCallback,
    TypePauseCallback,
    WalkInAct,
    WalkInCallback,
    WalkInLineAct,
    WalkInLineCallback,
)
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import OrderStatus, OrderType

NEW = OrderStatus.NEW

STRINGS = {
    "go:home": Go(to=Section.HOME),
    "go:menu": Go(to=Section.MENU),
    "go:cart": Go(to=Section.CART),
    "go:orders": Go(to=Section.ORDERS),
    "go:checkout": Go(to=Section.CHECKOUT),
    "go:language": Go(to=Section.LANGUAGE),
    "cat:4:0": CategoryCallback(id=4),
    "cat:4:2": CategoryCallback(id=4, page=2),
    "dish:7:0": DishCallback(id=7),
    "dish:7:1": DishCallback(id=7, add=1),
    "dish:7:-1": DishCallback(id=7, add=-1),
    "cart:add:7:2": CartCallback(act=CartAct.ADD, id=7, page=2),
    "cart:less:7:2": CartCallback(act=CartAct.LESS, id=7, page=2),
    "cart:drop:7:2": CartCallback(act=CartAct.DROP, id=7, page=2),
    "cart:more:7:2": CartCallback(act=CartAct.MORE_OF_LINE, id=7, page=2),
    "cart:fewer:7:2": CartCallback(act=CartAct.LESS_OF_LINE, id=7, page=2),
    "cart:out:7:2": CartCallback(act=CartAct.DROP_LINE, id=7, page=2),
    "cart:edit:7:2": CartCallback(act=CartAct.CHANGE_LINE, id=7, page=2),
    "opt:set:0123abcd:9007199254740992:1000": ChoiceCallback(act=ChoiceAct.SET, key="0123abcd", id=2**53, pieces=1000),
    "opt:note:0123abcd:0:0": ChoiceCallback(act=ChoiceAct.ASK_NOTE, key="0123abcd"),
    "opt:nonote:0123abcd:0:0": ChoiceCallback(act=ChoiceAct.DROP_NOTE, key="0123abcd"),
    "opt:show:0123abcd:0:0": ChoiceCallback(act=ChoiceAct.SHOW, key="0123abcd"),
    "opt:take:0123abcd:0:0": ChoiceCallback(act=ChoiceAct.TAKE, key="0123abcd"),
    "said:take:0123abcd": ProposalCallback(act=ProposalAct.TAKE, key="0123abcd"),
    "said:change:0123abcd": ProposalCallback(act=ProposalAct.CHANGE, key="0123abcd"),
    "rate:good:7": RatingCallback(act=RatingAct.GOOD, id=7),
    "rate:bad:7": RatingCallback(act=RatingAct.BAD, id=7),
    "rate:words:7": RatingCallback(act=RatingAct.WORDS, id=7),
    "cart:page:0:3": CartCallback(act=CartAct.PAGE, page=3),
    "cart:empty:0:0": CartCallback(act=CartAct.ASK_TO_EMPTY),
    "cart:emptied:0:0": CartCallback(act=CartAct.EMPTY),
    "cart:promo:0:0": CartCallback(act=CartAct.ASK_PROMO),
    "cart:nopromo:0:0": CartCallback(act=CartAct.DROP_PROMO),
    "follow:yes:aZ_-09:0": FollowCallback(act=FollowAct.YES, token="aZ_-09"),
    "follow:no:aZ_-09:0": FollowCallback(act=FollowAct.NO, token="aZ_-09"),
    "follow:stop::5": FollowCallback(act=FollowAct.STOP, id=5),
    "order:show:5": OrderCallback(act=OrderAct.SHOW, id=5),
    "order:open:5": OrderCallback(act=OrderAct.OPEN, id=5),
    "order:pay:5": OrderCallback(act=OrderAct.PAY, id=5),
    "order:open-pay:5": OrderCallback(act=OrderAct.OPEN_TO_PAY, id=5),
    "order:repeat:5": OrderCallback(act=OrderAct.REPEAT, id=5),
    "order:cancel:5": OrderCallback(act=OrderAct.ASK_TO_CANCEL, id=5),
    "order:cancelled:5": OrderCallback(act=OrderAct.CANCEL, id=5),
    "forget:ask": PrivacyCallback(act=PrivacyAct.ASK),
    "forget:yes": PrivacyCallback(act=PrivacyAct.FORGET),
    "lang:uk": LanguageCallback(to=Locale.UK),
    "lang:en": LanguageCallback(to=Locale.EN),
    "form:type:dine_in": FormCallback(act=FormAct.TYPE, arg="dine_in"),
    "form:edit:": FormCallback(act=FormAct.EDIT),
    "form:summary:": FormCallback(act=FormAct.SUMMARY),
    "form:ask:promo_code": FormCallback(act=FormAct.ASK, arg="promo_code"),
    "form:back:": FormCallback(act=FormAct.BACK),
    "form:back:summary": FormCallback(act=FormAct.BACK, arg="summary"),
    "form:skip:": FormCallback(act=FormAct.SKIP),
    "form:skip:address_apartment": FormCallback(act=FormAct.SKIP, arg="address_apartment"),
    "form:page:scheduled_for.30": FormCallback(act=FormAct.PAGE, arg="scheduled_for.30"),
    "form:use:0": FormCallback(act=FormAct.USE, arg="0"),
    "form:use:payment_method.1": FormCallback(act=FormAct.USE, arg="payment_method.1"),
    "form:cancel:": FormCallback(act=FormAct.CANCEL),
    "form:confirm:161": FormCallback(act=FormAct.CONFIRM, arg="161"),
    "form:confirm:9999999999999.0123456789abcdef0123456789abcdef": FormCallback(
        act=FormAct.CONFIRM, arg="9999999999999.0123456789abcdef0123456789abcdef"
    ),
    "card:list:2::": CardCallback(act=CardAct.LIST, id=2),
    "card:show:5::": CardCallback(act=CardAct.SHOW, id=5),
    "card:move:5:new:confirmed": CardCallback(act=CardAct.MOVE, id=5, seen=NEW, arg="confirmed"),
    "card:ready:5:new:20": CardCallback(act=CardAct.PROMISE, id=5, seen=NEW, arg="20"),
    "card:cancel:5:new:": CardCallback(act=CardAct.ASK_REASON, id=5, seen=NEW),
    "card:why:5:new:no-products": CardCallback(act=CardAct.CANCEL, id=5, seen=NEW, arg="no-products"),
    "card:own:5:new:": CardCallback(act=CardAct.ASK_OWN_REASON, id=5, seen=NEW),
    "card:keep:5:new:": CardCallback(act=CardAct.KEEP, id=5, seen=NEW),
    "card:lack:5:new:": CardCallback(act=CardAct.ASK_DISH, id=5, seen=NEW),
    "card:lack:5:new:7": CardCallback(act=CardAct.ASK_DISH, id=5, seen=NEW, arg="7"),
    "card:stop:5:new:7.hour": CardCallback(act=CardAct.STOP, id=5, seen=NEW, arg="7.hour"),
    "card:back:5:new:": CardCallback(act=CardAct.STEP_BACK, id=5, seen=NEW),
    "card:lines:5:new:": CardCallback(act=CardAct.LINES, id=5, seen=NEW),
    "card:paid:5:ready:cash": CardCallback(act=CardAct.PAID, id=5, seen=OrderStatus.READY, arg="cash"),
    "card:refund:5:ready:": CardCallback(act=CardAct.REFUND, id=5, seen=OrderStatus.READY),
    "refund:list:0:0:": RefundCallback(act=RefundAct.LIST),
    "refund:list:0:0:2": RefundCallback(act=RefundAct.LIST, arg="2"),
    "refund:show:5:0:": RefundCallback(act=RefundAct.SHOW, id=5),
    "refund:show:5:0:1": RefundCallback(act=RefundAct.SHOW, id=5, arg="1"),
    "refund:line:5:0:12": RefundCallback(act=RefundAct.LINE, id=5, arg="12"),
    "refund:fee:5:0:1": RefundCallback(act=RefundAct.DELIVERY, id=5, arg="1"),
    "refund:fee:5:0:": RefundCallback(act=RefundAct.DELIVERY, id=5),
    "refund:ask:5:1:lines": RefundCallback(act=RefundAct.ASK, id=5, seen=1, arg="lines"),
    "refund:ask:5:1:all": RefundCallback(act=RefundAct.ASK, id=5, seen=1, arg="all"),
    "refund:ask:5:1:d7": RefundCallback(act=RefundAct.ASK, id=5, seen=1, arg="d7"),
    "refund:yes:9007199254740992:99:lines.99999999999.lack": RefundCallback(
        act=RefundAct.YES, id=2**53, seen=99, arg="lines.99999999999.lack"
    ),
    "refund:yes:9007199254740992:99:lines-5f3a0c21.99999999999.lack": RefundCallback(
        act=RefundAct.YES, id=2**53, seen=99, arg="lines-5f3a0c21.99999999999.lack"
    ),
    "refund:by-hand:9007199254740992:9:d9007199254740992.9999999": RefundCallback(
        act=RefundAct.OTHERWISE, id=2**53, seen=9, arg="d9007199254740992.9999999"
    ),
    "refund:found:5:0:3": RefundCallback(act=RefundAct.FOUND, id=5, arg="3"),
    "refund:lost:5:0:3": RefundCallback(act=RefundAct.LOST, id=5, arg="3"),
    "refund:go-on:5:0:3": RefundCallback(act=RefundAct.RESUME, id=5, arg="3"),
    "refund:call-off:5:0:3": RefundCallback(act=RefundAct.CALL_OFF, id=5, arg="3"),
    "day:2026-06-15": DayCallback(day="2026-06-15"),
    "stop:all:0": StopCallback(act=StopAct.CATEGORIES),
    "stop:page:4": StopCallback(act=StopAct.CATEGORY, id=4),
    "stop:dish:7": StopCallback(act=StopAct.DISH, id=7),
    "stop:off:7": StopCallback(act=StopAct.STOP, id=7),
    "stop:hour:7": StopCallback(act=StopAct.STOP_HOUR, id=7),
    "stop:today:7": StopCallback(act=StopAct.STOP_TODAY, id=7),
    "stop:on:7": StopCallback(act=StopAct.OFFER, id=7),
    "stop:group:3": StopCallback(act=StopAct.GROUP, id=3),
    "stop:off-opt:7": StopCallback(act=StopAct.STOP_OPTION, id=7),
    "stop:today-opt:7": StopCallback(act=StopAct.STOP_OPTION_TODAY, id=7),
    "stop:on-opt:7": StopCallback(act=StopAct.OFFER_OPTION, id=7),
    "pause:30": PauseCallback(to=PauseChoice.HALF_HOUR),
    "pause:60": PauseCallback(to=PauseChoice.HOUR),
    "pause:120": PauseCallback(to=PauseChoice.TWO_HOURS),
    "pause:today": PauseCallback(to=PauseChoice.TODAY),
    "pause:open": PauseCallback(to=PauseChoice.OPEN),
    "pause:resume": PauseCallback(to=PauseChoice.RESUME),
    "pause:ask": PauseCallback(to=PauseChoice.ASK),
    "tpause:delivery:30": TypePauseCallback(type=OrderType.DELIVERY, to=PauseChoice.HALF_HOUR),
    "tpause:dine_in:resume": TypePauseCallback(type=OrderType.DINE_IN, to=PauseChoice.RESUME),
    "busy:more:20:7": BusyCallback(act=BusyAct.MORE, minutes=20, mark=7),
    "busy:60:20:7": BusyCallback(act=BusyAct.HOUR, minutes=20, mark=7),
    "busy:120:120:9007199254740992": BusyCallback(act=BusyAct.TWO_HOURS, minutes=120, mark=2**53),
    "busy:today:10:0": BusyCallback(act=BusyAct.TODAY, minutes=10, mark=0),
    "busy:off:0:7": BusyCallback(act=BusyAct.OFF, mark=7),
    "walk:menu:0:0": WalkInCallback(act=WalkInAct.CATEGORIES),
    "walk:cat:4:1": WalkInCallback(act=WalkInAct.CATEGORY, id=4, page=1),
    "walk:add:7:1": WalkInCallback(act=WalkInAct.ADD, id=7, page=1),
    "walk:note:0:0": WalkInCallback(act=WalkInAct.REVIEW),
    "walk:less:7:0": WalkInCallback(act=WalkInAct.LESS, id=7),
    "walk:drop:0:0": WalkInCallback(act=WalkInAct.DROP),
    "walk:here-cash:0:0": WalkInCallback(act=WalkInAct.HERE_CASH),
    "walk:here-card:0:0": WalkInCallback(act=WalkInAct.HERE_CARD),
    "walk:away-cash:0:0": WalkInCallback(act=WalkInAct.AWAY_CASH),
    "walk:away-card:0:0": WalkInCallback(act=WalkInAct.AWAY_CARD),
    "walk:at-once:1:0": WalkInCallback(act=WalkInAct.AT_ONCE, id=1),
    "wline:more:0123abcd:01234567": WalkInLineCallback(act=WalkInLineAct.MORE, mark="0123abcd", note="01234567"),
    "wline:less:0123abcd:01234567": WalkInLineCallback(act=WalkInLineAct.LESS, mark="0123abcd", note="01234567"),
    "stock:low:0": StockCallback(act=StockAct.LOW),
    "stock:all:0": StockCallback(act=StockAct.ALL),
    "stock:all:2": StockCallback(act=StockAct.ALL, id=2),
    "stock:set:3": StockCallback(act=StockAct.SET, id=3),
    "desk:link:0": DeskCallback(act=DeskAct.LINK),
    "desk:yes:3": DeskCallback(act=DeskAct.GRANT, id=3),
    "desk:no:3": DeskCallback(act=DeskAct.REFUSE, id=3),
    "device:name:0": DeviceCallback(act=DeviceAct.NAME),
    "device:list:0": DeviceCallback(act=DeviceAct.LIST),
    "device:ask:3": DeviceCallback(act=DeviceAct.ASK_TO_REVOKE, id=3),
    "device:revoke:3": DeviceCallback(act=DeviceAct.REVOKE, id=3),
}


@pytest.mark.parametrize(("packed", "data"), STRINGS.items(), ids=STRINGS)
def test_strings_stay_what_they_were(packed: str, data: CallbackData) -> None:
    assert data.pack() == packed
    assert type(data).unpack(packed) == data
    assert len(packed.encode()) <= limits.CALLBACK_BYTES


def test_every_act_has_its_string_here() -> None:
    chosen = [getattr(data, "act", None) or getattr(data, "to", None) for data in STRINGS.values()]
    here = {(type(act).__name__, act) for act in chosen if isinstance(act, StrEnum)}
    enumerations = [
        value for value in vars(callbacks).values() if isinstance(value, type) and issubclass(value, StrEnum)
    ]
    assert {
        (one.__name__, act) for one in enumerations for act in one if one not in {OrderStatus, OrderType, StrEnum}
    } == here


@pytest.mark.parametrize(
    ("data_type", "packed"),
    [
        (Go, "go:nowhere"),
        (CartCallback, "cart:bogus:1:0"),
        (CardCallback, "card:move:1:bogus:confirmed"),
        (PauseCallback, "pause:15"),
        (FormCallback, "form:use"),
    ],
)
def test_unknown_acts_cannot_be_read(data_type: type[CallbackData], packed: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        data_type.unpack(packed)
