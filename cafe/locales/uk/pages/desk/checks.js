/** Whether everything is in order, in Ukrainian; what was found is worded by the server. */

export const texts = {
  "checks.about":
    "Те саме, що команда «doctor» на сервері. Щоразу запитуються банки й Telegram, тож це може тривати до десяти секунд.",
  "checks.again": "Перевірити ще раз",
  "checks.good": "Усе гаразд",
  "checks.failed": {
    one: "Не працює: {count}",
    few: "Не працюють: {count}",
    many: "Не працюють: {count}",
    other: "Не працюють: {count}",
  },
  "checks.warning": {
    one: "Варто перевірити: {count}",
    few: "Варто перевірити: {count}",
    many: "Варто перевірити: {count}",
    other: "Варто перевірити: {count}",
  },
  "checks.state.ok": "Гаразд",
  "checks.state.warning": "Варто перевірити",
  "checks.state.failed": "Не працює",
};
