import type { Balances } from "../../../../protocol/account.ts";
import type { Flows, ReportAmount } from "../../../../protocol/base-report.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { dateOf, dayOf } from "../../calendar.ts";
import { groupBy } from "../cash-flow/group-by.ts";

/** A booked transaction, as far as sums of money need it. */
export type Flow = Pick<
  Transaction,
  "amount" | "date" | "iso_currency_code" | "unofficial_currency_code"
>;

type Currency = Pick<Balances, "iso_currency_code" | "unofficial_currency_code">;

/** Computes the inflows and outflows up to a day, YYYY-MM-DD, in all and in the last 30, 60 and 90 days. */
export const flowsOf = (flows: readonly Flow[], to: string): Flows => {
  const since = (days: number) => {
    const from = dateOf(dayOf(to) - days + 1);
    return flows.filter(({ date }) => date >= from);
  };
  const [last30, last60, last90] = [since(30), since(60), since(90)];
  return {
    total_inflow_amount: totals(flows, isInflow),
    total_inflow_amount_30d: totals(last30, isInflow),
    total_inflow_amount_60d: totals(last60, isInflow),
    total_inflow_amount_90d: totals(last90, isInflow),
    total_outflow_amount: totals(flows, isOutflow),
    total_outflow_amount_30d: totals(last30, isOutflow),
    total_outflow_amount_60d: totals(last60, isOutflow),
    total_outflow_amount_90d: totals(last90, isOutflow),
  };
};

export const isInflow = ({ amount }: Pick<Flow, "amount">): boolean => amount < 0;
export const isOutflow = ({ amount }: Pick<Flow, "amount">): boolean => amount > 0;

/** Whether two amounts are of one currency. */
export const isSameCurrency = (one: Currency, other: Currency): boolean =>
  one.iso_currency_code === other.iso_currency_code &&
  one.unofficial_currency_code === other.unofficial_currency_code;

/** The sum of amounts without their signs, to the cent. */
export const sumOf = (flows: readonly Pick<Flow, "amount">[]): number =>
  flows.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0) / 100;

function totals(flows: readonly Flow[], fits: (flow: Flow) => boolean): ReportAmount[] {
  const byCurrency = groupBy(flows.filter(fits), (flow) =>
    JSON.stringify([flow.iso_currency_code, flow.unofficial_currency_code]),
  );
  return [...byCurrency].toSorted(byKey).flatMap(([, group]) => {
    const [first] = group;
    if (!first) return [];
    const { iso_currency_code, unofficial_currency_code } = first;
    return [{ amount: sumOf(group), iso_currency_code, unofficial_currency_code }];
  });
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
