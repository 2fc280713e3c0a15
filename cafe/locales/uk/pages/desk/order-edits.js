/** Changing orders, in Ukrainian. */

export const texts = {
  "edit.begin": "Змінити замовлення",
  "edit.title": "Змінити {number}",
  "edit.less": "Менше: {name}",
  "edit.more": "Більше: {name}",
  "edit.add": "Додати страву",
  "edit.zone": "Зона доставки",
  "edit.zone.none": "не визначена",
  "edit.take": "Додати",
  "edit.hint": "Змініть кількість або додайте страву.",
  "edit.total": "Разом: {before} → {sum}",
  "edit.returns": "Гостю повернеться {sum}",
  "edit.balance": "Доплата під час видачі: {sum}",
  "edit.save": "Зберегти",
  "edit.propose": "Спитати гостя",
  "edit.agreed": "Гість уже згоден",
  "edit.offline": "Немає зв'язку. Нічого не змінено.",
  "edit.changed": "змінено: {changes}",
  "edit.proposed": "Чекаємо згоди гостя: {changes} → {sum}",
  "edit.told.saved": "Замовлення змінено",
  "edit.told.proposed": "Гостя запитано. Поки що замовлення як було",
};
