"""The platform's limits hold in every window, whoever asks when."""

from hypothesis import given
from hypothesis import strategies as st

from cafe.bot.telegram.rate_limit import Limits, RateLimiter
from cafe.core.messages.outbox.model import Priority

GROUP, PERSON = -100, 501

attempts = st.lists(st.tuples(st.sampled_from([GROUP, PERSON, 502, 503]), st.floats(0, 5)), max_size=300)


@given(attempts)
def test_no_window_holds_more_than_its_limit(steps: list[tuple[int, float]]) -> None:
    pace, now = RateLimiter(Limits(chat_gap=1, group_minute=20, second=5)), 1000.0
    sent: list[tuple[int, float]] = []
    for chat_id, pause in steps:
        now += pause
        if pace.take(chat_id, now) == 0:
            sent.append((chat_id, now))
    for chat_id, at in sent:
        same = [other for other_chat, other in sent if other_chat == chat_id and at <= other]
        assert all(other - at >= 1 - 1e-6 for other in same[1:])
        assert sum(at <= other < at + 1 - 1e-6 for _, other in sent) <= 5
        if chat_id == GROUP:
            assert sum(other < at + 60 - 1e-6 for other in same) <= 20


@given(attempts)
def test_the_wait_it_names_is_enough(steps: list[tuple[int, float]]) -> None:
    pace, now = RateLimiter(Limits(chat_gap=1, group_minute=3, second=2)), 1000.0
    for chat_id, pause in steps:
        now += pause
        while (wait := pace.take(chat_id, now)) > 0:
            assert wait <= 60.5
            now += wait + 1e-6


def test_edits_are_no_new_messages() -> None:
    pace = RateLimiter(Limits(chat_gap=1, group_minute=2, second=100))
    assert [pace.take(GROUP, 1000.0, Priority.EDIT) for _ in range(50)] == [0] * 50
    assert pace.take(GROUP, 1000.0) == 0


def test_chats_of_long_ago_are_forgotten() -> None:
    pace = RateLimiter(Limits(second=10**6))
    for number in range(5000):
        pace.take(number, float(number))
    assert len(pace._chats) < 1500
