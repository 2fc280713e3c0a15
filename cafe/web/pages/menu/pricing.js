/** What an order will cost, as the server will reckon it. */

/** @import { OrderType } from "../shared/types" */
/** @import { OrderAmounts, OrderTerms, PublicSettings } from "./types" */

/**
 * A percentage of a whole amount, halves up.
 * @param {number} amount
 * @param {number} percent
 */
const percentOf = (amount, percent) => Math.floor((amount * percent + 50) / 100);

/**
 * The terms of an order: of its delivery zone; as long as that is not known, the best that any has.
 * @param {PublicSettings} settings
 * @param {number | null} zoneId
 * @returns {OrderTerms}
 */
export function orderTerms(settings, zoneId) {
  const pickupPercent = settings.pickup_discount_percent;
  const zones = settings.zones ?? [];
  const zone = zones.find(({ id }) => id === zoneId);
  if (zone) return { fee: zone.fee, freeFrom: zone.free_from, minimum: zone.min_amount, isKnown: true, pickupPercent };
  if (zones.length > 0) {
    const fee = Math.min(...zones.map((each) => each.fee));
    const minimum = Math.min(...zones.map((each) => each.min_amount));
    return { fee, freeFrom: 0, minimum, isKnown: false, pickupPercent };
  }
  const { delivery_fee: fee, free_delivery_threshold: freeFrom, min_delivery_order_amount: minimum } = settings;
  return { fee, freeFrom, minimum, isKnown: true, pickupPercent };
}

/**
 * Amounts for a cart of `itemsTotal` ordered as `type`, with a promo code's percent when there is one.
 * @param {number} itemsTotal
 * @param {OrderType} type
 * @param {OrderTerms} terms
 * @param {number} promoPercent
 * @returns {OrderAmounts}
 */
export function orderAmounts(itemsTotal, type, terms, promoPercent = 0) {
  const pickup = type === "pickup" ? percentOf(itemsTotal, terms.pickupPercent) : 0;
  const discount = Math.min(pickup, itemsTotal);
  const promo = Math.min(percentOf(itemsTotal, promoPercent), itemsTotal - discount);
  const isDelivery = type === "delivery";
  const { freeFrom } = terms;
  const isFree = freeFrom > 0 && itemsTotal >= freeFrom;
  const fee = isDelivery && terms.isKnown && !isFree ? terms.fee : 0;
  return {
    items: itemsTotal,
    discount,
    promo,
    fee,
    ...(isDelivery && !terms.isKnown && { feeFrom: terms.fee }),
    total: itemsTotal - discount - promo + fee,
    missingForMinimum: isDelivery ? Math.max(0, terms.minimum - itemsTotal) : 0,
    missingForFreeDelivery: isDelivery && fee > 0 && freeFrom > 0 ? freeFrom - itemsTotal : 0,
  };
}
