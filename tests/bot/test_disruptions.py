"""Air alerts and power cuts in the chats."""

from cafe.core.catalogue.disruptions.model import DisruptionKind
from tests.bot.conversation import ChatCafe, converse


async def test_the_staff_begin_and_end_them_beside_the_pauses(cafe: ChatCafe) -> None:
    staff = cafe.staff()
    await cafe.cafe.configure(air_alert_effect="pause_delivery", power_cut_effect="line")
    await converse(
        staff,
        [
            ("/pause", "На скільки призупинити", "[🚨 Тривога] [🔌 Немає світла]"),
            ("[🚨 Тривога]", "Тарас: повітряна тривога, доки не скажете про відбій", "[✅ Відбій тривоги]"),
            ("/pause", "🚨 Повітряна тривога триває", "[✅ Відбій тривоги] [🔌 Немає світла]"),
            ("[✅ Відбій тривоги]", "Тарас: відбій тривоги"),
        ],
    )


async def test_the_staff_are_told_with_a_button_and_guests_by_the_greeting(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(air_alert_effect="pause_all", power_cut_effect="line")
    disruptions = cafe.cafe.app.services.disruptions
    await disruptions.begin(DisruptionKind.POWER_CUT, 60)
    await disruptions.begin(DisruptionKind.AIR_ALERT, None)
    await converse(
        cafe.customer(),
        [
            ("/start", "⏸ Повітряна тривога: замовлення приймаємо знову після відбою."),
            ("/start", "⚠️ Немає світла до 13:00."),
        ],
    )
    staff = cafe.staff()
    await staff.sees("Немає світла з 12:00 до 13:00: гості бачать про це рядок. Прийняті замовлення лишаються.")
    await staff.sees("Повітряна тривога з 12:00: замовлення призупинено. Прийняті замовлення лишаються.")
    await converse(staff, [("[✅ Відбій тривоги]", "відбій тривоги"), ("[💡 Світло є]", "світло є")])
