/** The cafe's rules as far as the page needs them: what an order will cost, and the times it can be picked up. */

const percentOf = (amount, percent) => Math.floor((amount * percent + 50) / 100);

/** Amounts for a cart of `itemsTotal` ordered as `type`, with a promo code's percent when there is one. */
export function amounts(itemsTotal, type, settings, promoPercent = 0) {
  const pickup = type === "pickup" ? percentOf(itemsTotal, settings.pickup_discount_percent) : 0;
  const discount = Math.min(pickup, itemsTotal);
  const promo = Math.min(percentOf(itemsTotal, promoPercent), itemsTotal - discount);
  const delivered = type === "delivery";
  const threshold = settings.free_delivery_threshold;
  const isFree = threshold > 0 && itemsTotal >= threshold;
  const fee = delivered && !isFree ? settings.delivery_fee : 0;
  return {
    items: itemsTotal,
    discount,
    promo,
    fee,
    total: itemsTotal - discount - promo + fee,
    missingForMinimum: delivered ? Math.max(0, settings.min_delivery_order_amount - itemsTotal) : 0,
    missingForFreeDelivery: delivered && fee > 0 && threshold > 0 ? threshold - itemsTotal : 0,
  };
}

const DAY = 24 * 60;

/** `HH:MM` as minutes since midnight. */
export function minutesOf(time) {
  const [hour, minute] = time.split(":").map(Number);
  return hour * 60 + minute;
}

export function timeOf(minutes) {
  const inDay = ((minutes % DAY) + DAY) % DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

/** The wall clock in the cafe's timezone. */
export function cafeTime(timezone, now = new Date()) {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat("en-GB", { ...format, timeZone: timezone }).format(now);
  } catch {
    return new Intl.DateTimeFormat("en-GB", format).format(now); // a zone that this browser does not know
  }
}

export const isRoundTheClock = (settings) => settings.work_hours_from === settings.work_hours_to;

/**
 * Pickup times from now, or from opening when the cafe is closed, until closing.
 * `soonest` is the first that the kitchen can make, null while closed. Overnight hours go over midnight.
 */
export function pickupTimes(settings, now, { lead = 15, step = 15 } = {}) {
  const opens = minutesOf(settings.work_hours_from);
  const length = (minutesOf(settings.work_hours_to) - opens + DAY) % DAY || DAY;
  const clock = minutesOf(now);
  const sinceOpening = (clock - opens + DAY) % DAY;
  const isOpen = sinceOpening < length;
  const last = isRoundTheClock(settings) ? sinceOpening + DAY - step : length;
  const ready = Math.ceil((sinceOpening + lead) / 5) * 5;
  const soonest = isOpen ? Math.min(ready, last) : null;
  const times = [];
  for (let at = isOpen ? Math.ceil((ready + 1) / step) * step : step; at <= last; at += step) times.push(timeOf(opens + at));
  return { soonest: soonest === null ? null : timeOf(opens + soonest), times };
}
