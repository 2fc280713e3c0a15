/** What fiscal receipts say of a dish or an option. */

import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { field, select, switchField } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";

/**
 * A tax group as it is registered with the fiscal service; rates in percent.
 * @typedef {{ code: string, name: string, rate: number, excise_rate: number, sort_order: number }} TaxGroup
 */

const CODES = /** @type {const} */ (["uktzed", "barcode", "unit"]);

/** @param {TaxGroup} group */
export const taxName = ({ code, name }) => `${code} · ${name}`;

/**
 * @param {{ prefix: string, table: string, values: Record<string, unknown>, taxes: TaxGroup[], action: string, flag: string, error: (name: string) => string }} owner
 *   `prefix` begins the fields' names, `action` is what typing does, `flag` what the switch does
 */
export function fiscalFields({ prefix, table, values, taxes, action, flag, error }) {
  const textOf = (/** @type {string} */ name) => String(values[name] ?? "");
  const [first] = taxes;
  const usual =
    table === "products" && first ? t("fiscal.tax.first", { name: taxName(first) }) : anyText(`fiscal.tax.${table}`);
  return html`<div class="columns">
    ${
      (taxes.length > 0 || textOf("tax")) &&
      select({
        name: `${prefix}tax`,
        label: t("fiscal.tax"),
        value: textOf("tax"),
        change: action,
        error: error("tax"),
        choices: [{ value: "", label: usual }, ...taxes.map((group) => ({ value: group.code, label: taxName(group) }))],
      })
    }
    ${CODES.map((name) =>
      field({
        name: `${prefix}${name}`,
        label: anyText(`fiscal.${name}`),
        value: textOf(name),
        inputmode: name === "unit" ? "text" : "numeric",
        input: action,
        error: error(name),
        maxlength: 30,
      }),
    )}</div>
  ${switchField({ name: `${prefix}excise`, label: t("fiscal.excise"), isOn: values.excise === true, change: flag })}`;
}

/** What is said already, for a closed fold. @param {Record<string, unknown>} values */
export const fiscalSummary = (values) =>
  [values.tax, values.uktzed, values.barcode, values.unit, values.excise === true && t("fiscal.excise")]
    .filter(Boolean)
    .join(", ");
