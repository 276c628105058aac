import type { Change } from "./change.ts";
import {
  addField,
  atPath,
  compose,
  type Edit,
  isList,
  isObject,
  type JsonObject,
  mapValue,
  rename,
  toProperties,
} from "./edit.ts";

const TOTALS = ["inflow", "outflow"].flatMap((flow) =>
  ["", "_30d", "_60d", "_90d"].map((days) => `total_${flow}_amount${days}`),
);

/** Lists totals by currency, without totals of 0. */
const listedTotals: Edit = mapValue(
  (attributes) => {
    if (!isObject(attributes)) return attributes;
    const { other_currencies, ...main } = attributes;
    const all = [main, ...(isList(other_currencies) ? other_currencies.filter(isObject) : [])];
    const lists = TOTALS.map((name) => [name, all.flatMap((totals) => amountsIn(totals[name]))]);
    return { ...main, ...Object.fromEntries(lists) };
  },
  (schema) => {
    const { other_currencies: _, ...properties } = toProperties(schema);
    const lists = TOTALS.map((name) => [name, { type: "array", items: properties[name] }]);
    return {
      ...schema,
      properties: { ...properties, ...Object.fromEntries(lists) },
      required: (isList(schema.required) ? schema.required : []).filter(
        (name) => name !== "other_currencies",
      ),
    };
  },
);

/** Until it expires, a report from before the change has lists. */
const amountsIn = (total: unknown): unknown[] => {
  if (isList(total)) return total;
  return isObject(total) && total.amount !== 0 ? [total] : [];
};

const nullable = (schema: unknown): JsonObject =>
  isObject(schema) && schema.format === undefined
    ? { ...schema, type: [schema.type, "null"] }
    : { anyOf: [schema, { type: "null" }] };

/** Adds a null field in place of an absent field of a later version. */
const nullIfAbsent = (name: string): Edit =>
  addField(
    name,
    (object) => object[name] ?? null,
    (object) => nullable(toProperties(object)[name]),
  );

/** The older versions' words for a source of income. */
const ownWords: Edit = compose(
  addField(
    "income_category",
    ({ income_kind, income_category }) => income_kind ?? income_category,
    (source) => ({ ...(toProperties(source).income_kind as JsonObject) }),
  ),
  addField("pay_frequency", ownFrequency, (source) => {
    const schema = toProperties(source).pay_frequency;
    const words = isObject(schema) && isList(schema.enum) ? schema.enum : [];
    const others = words.filter((word) => word !== "DAILY" && word !== "UNKNOWN");
    return { ...(schema as JsonObject), enum: [...others, "IRREGULAR", "UNKNOWN"] };
  }),
);

/** A source without a rhythm is irregular from three paydays on. */
function ownFrequency({ pay_frequency, transactions }: JsonObject): unknown {
  if (pay_frequency !== "UNKNOWN" || !isList(transactions)) return pay_frequency;
  const regular = transactions.filter(isObject).filter(({ is_bonus }) => is_bonus !== true);
  return new Set(regular.map(({ date }) => date)).size < 3 ? "UNKNOWN" : "IRREGULAR";
}

/** The changes of consumer reports in 2020-09-14. */
export const consumerReportChanges: readonly Change[] = [
  {
    summary:
      "A Base Report has each total of `attributes` as an amount, 0 if there was none, and the totals of " +
      "further currencies in `other_currencies`. Before, each was a list with an amount for each currency. " +
      "An account's `account_insights` have `average_inflow_amounts` and `average_outflow_amounts`, formerly " +
      "`inflow_amounts` and `outflow_amounts`, and leave out `average_days_between_transactions` if unknown, " +
      "which was null.",
    paths: ["/cra/check_report/base_report/get"],
    response: compose(
      atPath("report.attributes", listedTotals),
      atPath("report.items[].accounts[].attributes", listedTotals),
      atPath(
        "report.items[].accounts[].account_insights",
        compose(
          nullIfAbsent("average_days_between_transactions"),
          rename({
            average_inflow_amounts: "inflow_amounts",
            average_outflow_amounts: "outflow_amounts",
          }),
        ),
      ),
    ),
  },
  {
    summary:
      "A source of income has an `income_category` and a `pay_frequency` of the values that typed clients know. " +
      "Before, the category was what `income_kind` is now, and the frequency could be `IRREGULAR`. A summary without " +
      "income leaves out its dates, which were null.",
    paths: ["/cra/check_report/income_insights/get"],
    response: compose(
      atPath("report.items[].bank_income_sources[]", ownWords),
      atPath(
        "report.bank_income_summary",
        compose(nullIfAbsent("start_date"), nullIfAbsent("end_date")),
      ),
    ),
  },
];
