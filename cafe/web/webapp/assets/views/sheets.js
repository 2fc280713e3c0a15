/** What opens over a screen: a product with its story and allergens, and the choice of allergens to avoid. */

import { quantityOf, want } from "../cart.js";
import { flag, html } from "../html.js";
import { money, t } from "../i18n.js";
import { icon, picture, stepper } from "../parts.js";
import { change, state } from "../state.js";
import { device } from "../storage.js";

const closer = () => html`<button type="button" class="sheet-close" data-do="closeSheet" aria-label="${t("close")}">
  ${icon("close")}
</button>`;

function productSheet(product) {
  const quantity = quantityOf(product.id);
  return html`<div class="sheet-body product">
    ${closer()}
    ${picture(product, { isEager: true })}
    <div class="product-text">
      <h2 id="sheet-title" tabindex="-1">${product.name}</h2>
      <p class="quiet">${product.weight}</p>
      <p class="story">${product.description}</p>
      <h3>${t("product.allergens")}</h3>
      ${product.allergens.length > 0
        ? html`<ul class="allergens">
            ${product.allergens.map(
              ({ code, label, emoji }) => html`<li class="${state.avoided.has(code) ? "is-avoided" : ""}">
                <span aria-hidden="true">${emoji}</span> ${label}
              </li>`,
            )}
          </ul>`
        : html`<p class="quiet">${t("product.noAllergens")}</p>`}
    </div>
    <div class="sheet-foot">
      ${quantity > 0
        ? html`<div class="sheet-stepper" data-stepper="${product.id}">${stepper(product)}</div>
            <a class="button" data-key="go" href="?page=cart" data-replace>
              ${t("product.inCart")} <b>${money(product.price * quantity)}</b>
            </a>`
        : html`<button type="button" class="button" data-key="add" data-do="more" data-id="${product.id}">
            ${t("product.add")} <b>${money(product.price)}</b>
          </button>`}
    </div>
  </div>`;
}

const missing = () => html`<div class="sheet-body">
  ${closer()}
  <h2 id="sheet-title" tabindex="-1">${t("product.gone")}</h2>
</div>`;

/** Allergens that occur in this menu, in the order of the official list (as the products bring them). */
function knownAllergens() {
  const known = new Map();
  for (const product of state.products) for (const allergen of product.allergens) known.set(allergen.code, allergen);
  return [...known.values()].sort((one, other) => one.label.localeCompare(other.label));
}

const filterSheet = () => html`<div class="sheet-body filter-sheet">
  ${closer()}
  <h2 id="sheet-title" tabindex="-1">${t("filter.title")}</h2>
  <p class="quiet">${t("filter.text")}</p>
  <ul class="ticks">
    ${knownAllergens().map(
      ({ code, label, emoji }) => html`<li data-key="${code}">
        <label>
          <input type="checkbox" value="${code}" data-change="avoid" ${flag("checked", state.avoided.has(code))} />
          <span aria-hidden="true">${emoji}</span><span>${label}</span>
        </label>
      </li>`,
    )}
  </ul>
  <div class="sheet-foot">
    ${state.avoided.size > 0 &&
    html`<button type="button" class="button soft" data-key="reset" data-do="resetFilter">${t("filter.reset")}</button>`}
    <button type="button" class="button" data-key="apply" data-do="closeSheet">${t("filter.apply")}</button>
  </div>
</div>`;

/** The open sheet's markup, null when the address names none. */
export function sheetView({ product, filter }) {
  if (filter) return filterSheet();
  if (!product || state.products.length === 0) return null;
  const found = state.productsById.get(product);
  return found ? productSheet(found) : missing();
}

const avoid = (avoided) => {
  device.set("avoided", [...avoided]);
  change({ avoided });
};

export const sheetActions = {
  avoid(box) {
    const avoided = new Set(state.avoided);
    if (box.checked) avoided.add(box.value);
    else avoided.delete(box.value);
    avoid(avoided);
  },
  resetFilter: () => avoid(new Set()),
  more: (button) => want(Number(button.dataset.id), quantityOf(Number(button.dataset.id)) + 1),
  less: (button) => want(Number(button.dataset.id), quantityOf(Number(button.dataset.id)) - 1),
};
