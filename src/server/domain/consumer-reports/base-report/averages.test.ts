import { expect, test } from "vitest";
import { dayAt, toDate } from "../../calendar.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import { makeBaseReport } from "./make-base-report.ts";

const NOW = Date.UTC(2026, 4, 20, 12);

test("all averages of a Base Report are of one period", async () => {
  const { item } = await sandboxItem({ username: "user_good", now: NOW, days: 70 });
  const [checking, savings, ...others] = item.accounts;
  if (!checking || !savings) throw new Error("the user has a current and a savings account");
  const recent = toDate(dayAt(NOW) - 20);
  const late = {
    ...savings,
    transactions: savings.transactions.filter(({ date }) => date >= recent),
  };
  const empty = { ...savings, transactions: [] };
  const accounts = [checking, late, { ...empty, account: { ...empty.account, account_id: "e" } }];
  const report = await makeBaseReport([{ ...item, accounts: [...accounts, ...others] }], {
    reportId: "r",
    clientReportId: null,
    daysRequested: 180,
    now: NOW,
  });
  const start = report.cash_flow.totals[0]?.start_date ?? "";
  const dates = [checking, late, ...others].flatMap(({ transactions }) =>
    transactions.map(({ date }) => date),
  );
  expect(start).toBe(dates.toSorted()[0]);
  for (const { account_id, balances, account_insights } of report.items.flatMap(
    (item) => item.accounts,
  )) {
    expect(balances.average_monthly_balances[0]?.start_date).toBe(start);
    if (account_insights.days_available > 0)
      for (const months of [
        account_insights.average_inflow_amounts,
        account_insights.average_outflow_amounts,
      ])
        expect(months[0]?.start_date).toBe(start);
    const flow = report.cash_flow.accounts.find((account) => account.account_ids[0] === account_id);
    if (!flow) continue;
    expect(flow.start_date).toBe(start);
    expect([
      flow.all_days.average_balance,
      flow.last_30_days.average_balance,
      flow.last_60_days.average_balance,
      flow.last_90_days.average_balance,
    ]).toEqual([
      balances.average_balance,
      balances.most_recent_thirty_day_average_balance,
      balances.most_recent_sixty_day_average_balance,
      balances.most_recent_ninety_day_average_balance,
    ]);
  }
});
