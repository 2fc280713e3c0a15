/** What an order will cost, as the server will reckon it. */

/** @import { OrderType } from "../shared/types" */
/** @import { OrderAmounts, PublicSettings } from "./types" */

/**
 * A percentage of a whole amount, halves up.
 * @param {number} amount
 * @param {number} percent
 */
const percentOf = (amount, percent) => Math.floor((amount * percent + 50) / 100);

/**
 * Amounts for a cart of `itemsTotal` ordered as `type`, with a promo code's percent when there is one.
 * @param {number} itemsTotal
 * @param {OrderType} type
 * @param {PublicSettings} settings
 * @param {number} promoPercent
 * @returns {OrderAmounts}
 */
export function orderAmounts(itemsTotal, type, settings, promoPercent = 0) {
  const pickup = type === "pickup" ? percentOf(itemsTotal, settings.pickup_discount_percent) : 0;
  const discount = Math.min(pickup, itemsTotal);
  const promo = Math.min(percentOf(itemsTotal, promoPercent), itemsTotal - discount);
  const isDelivery = type === "delivery";
  const threshold = settings.free_delivery_threshold;
  const isFree = threshold > 0 && itemsTotal >= threshold;
  const fee = isDelivery && !isFree ? settings.delivery_fee : 0;
  return {
    items: itemsTotal,
    discount,
    promo,
    fee,
    total: itemsTotal - discount - promo + fee,
    missingForMinimum: isDelivery ? Math.max(0, settings.min_delivery_order_amount - itemsTotal) : 0,
    missingForFreeDelivery: isDelivery && fee > 0 && threshold > 0 ? threshold - itemsTotal : 0,
  };
}
