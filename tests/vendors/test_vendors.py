"""What would be a breach of a company's own description is found."""

import pytest

from tests.vendors import description, telegram


@pytest.mark.parametrize(
    ("sent", "breach"),
    [
        ({"amount": 100}, ""),
        ({"amount": 100, "webhookUrl": "https://cafe.example"}, "webhookUrl"),
        ({"amount": "100"}, "amount"),
        ({}, "amount"),
    ],
)
def test_a_call_that_a_company_would_not_understand(sent: object, breach: str) -> None:
    found = list(description("monobank").breaches_of_call("POST /api/merchant/invoice/create", sent))
    assert [breach in each for each in found] == [True] * bool(breach)


def test_an_answer_that_a_company_would_not_give() -> None:
    company, path = description("checkbox"), "GET /api/v1/receipts/5b0c8a2e-0000-4000-8000-000000000000"
    assert list(company.breaches_of_answer(path, 200, {"id": "5"}))
    assert list(company.breaches_of_answer(path, 418, {"message": "Ні"})) == []  # whatever goes wrong is an error
    assert list(company.breaches_of_answer(path, 201, None)) == [f"checkbox: {path} does not answer with 201"]
    assert list(company.breaches_of_call("GET /api/v1/nothing", {})) == [
        "checkbox: GET /api/v1/nothing is not described"
    ]


def test_telegrams_methods_and_types() -> None:
    assert list(telegram.breaches_of_call("sendMessage", {"chat_id": 1, "text": "a"})) == []
    assert list(telegram.breaches_of_call("sendMessage", {"chat_id": 1, "txt": "a"})) == [
        "telegram: sendMessage has no txt",
        "telegram: sendMessage needs text",
    ]
    assert list(telegram.breaches_of_call("sendMessages", {})) == ["telegram: there is no sendMessages"]
    chat = {"id": 1, "type": "private"}
    message = {"message_id": 5, "date": 1, "chat": chat, "from": {"id": 1, "is_bot": True, "first_name": "Cafe"}}
    assert list(telegram.breaches_of_answer("sendMessage", message)) == []
    assert list(telegram.breaches_of_answer("sendMessage", message | {"chat": chat | {"name": "x"}})) == [
        "telegram: sendMessage: Chat has no name"
    ]
