import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IncomeInsights } from "../../../../protocol/income-insights.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { dateOf, dayAt, dayOf } from "../../calendar.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";
import { sandboxItem } from "../sandbox-items.fixture.ts";
import { makeIncomeInsights } from "./make-income-insights.ts";
import { accountOf, transaction } from "./transactions.fixture.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const TODAY = dayAt(NOW);

const itemOf = (accounts: LinkedAccount[], itemId = "item"): LinkedItem => ({
  itemId,
  institutionId: "ins_1",
  institutionName: "One Bank",
  updatedAt: NOW,
  accounts,
});

const insightsOf = (items: LinkedItem[], daysRequested = 731) =>
  makeIncomeInsights(items, { reportId: "r", clientReportId: null, daysRequested, now: NOW });

const sourcesIn = (...accounts: LinkedAccount[]) =>
  insightsOf([itemOf(accounts)]).items.flatMap((item) => item.bank_income_sources);

const every = (step: number, count: number, make: (day: number, at: number) => Transaction) =>
  Array.from({ length: count }, (_, at) => make(TODAY - 5 - at * step, at));

const wages = (name = "IRONLEAF LOGISTICS PAYROLL", cents = 150_000, more = {}) =>
  every(14, 20, (day) => transaction(name, -cents / 100, day, more));

describe("income insights", () => {
  test("of every test user have the documented shape", async () => {
    for (const username of ["user_good", "user_small_business", "user_yuppie", "user_ewa_user"]) {
      const { item } = await sandboxItem({ username, now: NOW });
      const insights = insightsOf([item], 365);
      expect(IncomeInsights.parse(insights)).toEqual(insights);
      expect(insights.bank_income_summary.income_sources_count).toBeGreaterThan(0);
    }
  });

  test("a salary is found with its payer, cycle, next payday and forecast", () => {
    expect(sourcesIn(accountOf(wages()))).toMatchObject([
      {
        income_provider: { name: "Ironleaf Logistics", is_normalized: true },
        income_category: "SALARY",
        pay_frequency: "BIWEEKLY",
        status: "ACTIVE",
        transaction_count: 20,
        next_payment_date: dateOf(TODAY + 9),
        next_payment_amount: 1500,
        forecasted_average_monthly_income: 3261.16,
      },
    ]);
  });

  test("one payer is one source, whatever references its descriptions have", () => {
    const names = [
      "IRONLEAF LOGISTICS PAYROLL 260103",
      "IRONLEAF LOGISTICS INC. DES:PAYROLL ID:X8841 INDN:EXAMPLE ANN CO ID:1234567 PPD",
      "ACH CREDIT IRONLEAF LOGISTICS DIR DEP 00817",
      "Direct Deposit Ironleaf Logistics LLC ANN EXAMPLE",
    ];
    const transactions = every(7, 40, (day, at) => transaction(names[at % 4] ?? "", -400, day));
    expect(sourcesIn(accountOf(transactions))).toMatchObject([
      { transaction_count: 40, pay_frequency: "WEEKLY" },
    ]);
  });

  test("a payer's name that is cut off is the same payer, and a longer name is another", () => {
    const cut = every(7, 30, (day, at) =>
      transaction(at % 2 ? "IRONLEAF LOGISTICS PAYROLL" : "PAYROLL IRONLEAF LOGIST", -500, day),
    );
    expect(sourcesIn(accountOf(cut))).toMatchObject([{ transaction_count: 30 }]);
    const two = [
      ...wages("IRONLEAF LOGISTICS PAYROLL"),
      ...wages("IRONLEAF LOGISTICS EAST PAYROLL"),
    ];
    expect(sourcesIn(accountOf(two))).toHaveLength(2);
  });

  test("two jobs with one cycle, and two people with one employer, are two sources", () => {
    const jobs = [...wages("IRONLEAF PAYROLL"), ...wages("TANGLEWOOD PAYROLL", 90_000)];
    expect(sourcesIn(accountOf(jobs))).toHaveLength(2);
    const couple = [
      ...wages("IRONLEAF PAYROLL ANN EXAMPLE"),
      ...wages("IRONLEAF PAYROLL BEN EXAMPLE", 170_000),
    ];
    const names = ["Ann Example", "Ben Example"];
    expect(sourcesIn(accountOf(couple, { names }))).toMatchObject([
      { total_amount: 34_000, pay_frequency: "BIWEEKLY" },
      { total_amount: 30_000, pay_frequency: "BIWEEKLY" },
    ]);
  });

  test("after a change of employer the former source is inactive, and forecasts nothing", () => {
    const before = every(14, 10, (day) => transaction("IRONLEAF PAYROLL", -1000, day - 150));
    const after = every(14, 9, (day) => transaction("TANGLEWOOD PAYROLL", -1200, day));
    expect(sourcesIn(accountOf([...before, ...after]))).toMatchObject([
      { status: "ACTIVE", forecasted_average_monthly_income: 2608.93 },
      { status: "INACTIVE", next_payment_date: null, forecasted_average_monthly_income: 0 },
    ]);
  });

  test("the next amount follows a rise in pay, and leaves out bonuses", () => {
    const pay = every(14, 20, (day, at) =>
      transaction("IRONLEAF PAYROLL", at < 6 ? -1100 : -1000, day),
    );
    const bonus = transaction("IRONLEAF PAYROLL", -4000, TODAY - 40);
    expect(sourcesIn(accountOf([...pay, bonus]))).toMatchObject([
      {
        bonus_count: 1,
        next_payment_amount: 1100,
        pay_frequency: "BIWEEKLY",
        average_amount: 1030,
      },
    ]);
  });

  test("wages that are moved on to another own account count once", () => {
    for (const name of ["ONLINE TRANSFER FROM CHK 6083", "ACH CREDIT ANN EXAMPLE", "DEPOSIT"]) {
      const moved = wages().map(({ date }) => transaction("WITHDRAWAL", 1500, dayOf(date) + 1));
      const arrived = wages().map(({ date }) => transaction(name, -1500, dayOf(date) + 2));
      const checking = accountOf([...wages(), ...moved]);
      expect(sourcesIn(checking, accountOf(arrived, { id: "savings" }))).toMatchObject([
        { account_ids: ["checking"], total_amount: 30_000 },
      ]);
    }
  });

  test("an account that both of its owners have linked counts once", () => {
    const one = accountOf(wages());
    const other = accountOf(
      wages().map((each) => ({ ...each, transaction_id: `other ${each.transaction_id}` })),
      { id: "the same" },
    );
    const summary = insightsOf([itemOf([one]), itemOf([other], "other")]).bank_income_summary;
    expect(summary).toMatchObject({ income_sources_count: 1, income_transactions_count: 20 });
  });

  test("a salary paid in two parts to two banks is one source", () => {
    const part = accountOf(wages("IRONLEAF PAYROLL", 20_000), { id: "savings" });
    expect(sourcesIn(accountOf(wages("IRONLEAF PAYROLL")), part)).toMatchObject([
      { account_ids: ["checking", "savings"], next_payment_amount: 1700, bonus_count: 0 },
    ]);
  });

  test("refunds, loans, advances, cash, transfers and presents are not income", () => {
    const regularly = (name: string, more = {}) =>
      every(14, 12, (day) => transaction(name, -80, day, more));
    const noIncome = [
      ...regularly("THREADFINCH REFUND"),
      ...regularly("NORTHLAMP LOAN PROCEEDS"),
      ...regularly("EARLYPENNY ADVANCE"),
      ...regularly("CASH DEPOSIT"),
      ...regularly("TRANSFER FROM SAVINGS"),
      ...regularly("ZELLE FROM BEN"),
      ...regularly("Ben Friend", { category_id: "24003000" }),
      ...regularly("IRONLEAF EXPENSE REIMBURSEMENT"),
      ...regularly("Loom & Larch", { category_id: "22001000" }),
      ...regularly("PAYROLL REVERSAL"),
    ];
    expect(sourcesIn(accountOf(noIncome))).toEqual([]);
  });

  test("refunds bigger than the purchases are not income", () => {
    const bought = every(14, 10, (day) => transaction("LOOM & LARCH", 20, day - 3));
    const returned = every(14, 10, (day) => transaction("LOOM & LARCH", -90, day));
    expect(sourcesIn(accountOf([...bought, ...returned]))).toEqual([]);
  });

  test("a regular payer whose words say nothing is income with less confidence", () => {
    const [silent] = sourcesIn(accountOf(wages("BLUEGATE SOFTWARE 8842")));
    const [evident] = sourcesIn(accountOf(wages("BLUEGATE SOFTWARE PAYROLL")));
    expect(silent).toMatchObject({ income_category: "SALARY", pay_frequency: "BIWEEKLY" });
    expect(silent?.confidence).toBeLessThan(evident?.confidence ?? 0);
  });

  test("each kind of income is told by its words", () => {
    const kinds = {
      "STATE OF OREGON UI BENEFIT": "BENEFITS",
      "SSA TREAS 310 XXSOC SEC": "BENEFITS",
      "TEACHERS PENSION FUND": "RETIREMENT",
      "ROADLARK DRIVER PAYOUT": "GIG_ECONOMY",
      "INTEREST PAID": "BANK_INTEREST",
      "FROM NOA TIERNEY RENT": "RENTAL",
      "QUARRY LANE INVOICE 1204": "SELF_EMPLOYMENT",
    };
    for (const [name, category] of Object.entries(kinds))
      expect(sourcesIn(accountOf([transaction(name, -70, TODAY - 9)]))).toMatchObject([
        { income_category: category, pay_frequency: "UNKNOWN", status: "ACTIVE" },
      ]);
  });
});

describe("the same income is found", () => {
  const anyPeople = fc.constantFrom("user_good", "user_yuppie", "user_ewa_user");
  const transactionsOf = async (username: string) =>
    (await sandboxItem({ username, now: NOW, days: 300 })).item;
  const map = (item: LinkedItem, change: (list: readonly Transaction[]) => Transaction[]) => ({
    ...item,
    accounts: item.accounts.map((one) => ({ ...one, transactions: change(one.transactions) })),
  });

  test("in whatever order transactions and accounts come", async () => {
    await fc.assert(
      fc.asyncProperty(anyPeople, fc.integer(), async (username, seed) => {
        const item = await transactionsOf(username);
        const shuffle = <T>(list: readonly T[]) =>
          list
            .map((one, at) => ({ one, rank: Math.sin(seed + at * 7919) }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ one }) => one);
        const shuffled = { ...map(item, shuffle), accounts: shuffle(map(item, shuffle).accounts) };
        const ids = (insights: ReturnType<typeof insightsOf>) =>
          insights.items.flatMap((one) => one.bank_income_sources);
        expect(ids(insightsOf([shuffled]))).toEqual(ids(insightsOf([item])));
      }),
      { numRuns: 12 },
    );
  });

  test("at another scale, with scaled amounts", async () => {
    await fc.assert(
      fc.asyncProperty(anyPeople, fc.integer({ min: 2, max: 40 }), async (username, factor) => {
        const item = await transactionsOf(username);
        const scaled = map(item, (list) =>
          list.map((one) => ({ ...one, amount: Math.round(one.amount * 100 * factor) / 100 })),
        );
        const view = (items: LinkedItem[], by: number) =>
          insightsOf(items).items.flatMap((one) =>
            one.bank_income_sources.map((source) => [
              source.pay_frequency,
              source.transaction_count,
              Math.round(source.total_amount * 100 * by),
            ]),
          );
        expect(view([scaled], 1)).toEqual(view([item], factor));
      }),
      { numRuns: 12 },
    );
  });

  test("beside spending that has nothing to do with it", async () => {
    const spending = fc.array(
      fc.tuple(fc.string(), fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 290 })),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(anyPeople, spending, async (username, spent) => {
        const item = await transactionsOf(username);
        const [account, ...others] = item.accounts;
        if (!account) throw new Error("there are accounts");
        const more = spent.map(([name, cents, back]) =>
          transaction(`shop ${name}`, cents / 100, TODAY - back, {
            account_id: account.account.account_id,
          }),
        );
        const busy = { ...account, transactions: [...account.transactions, ...more] };
        expect(insightsOf([{ ...item, accounts: [busy, ...others] }])).toEqual(insightsOf([item]));
      }),
      { numRuns: 20 },
    );
  });

  test("whole weeks later, of who is paid every week or two", () => {
    const weeks = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(weeks, fc.constantFrom(7, 14), (shift, step) => {
        const pay = (later: number) =>
          every(step, 12, (day) => transaction("IRONLEAF PAYROLL", -900, day - later));
        const cycle = (later: number) =>
          sourcesIn(accountOf(pay(later))).map((source) => [
            source.pay_frequency,
            source.transaction_count,
            source.confidence,
          ]);
        expect(cycle(shift * 7)).toEqual(cycle(0));
      }),
    );
  });
});

/** A word for a number; none begins like another ends. */
const names = (at: number) =>
  [...String(at).padStart(4, "0")].map((digit) => "abcdefghij"[Number(digit)]?.repeat(2)).join("");

describe("hostile data", () => {
  test("nothing, one transaction, and all of one day are read without an error", () => {
    expect(insightsOf([])).toMatchObject({ items: [], bank_income_summary: { start_date: null } });
    expect(sourcesIn(accountOf([]))).toEqual([]);
    expect(sourcesIn(accountOf([transaction("", -5, TODAY)]))).toEqual([]);
    const sameDay = Array.from({ length: 500 }, (_, at) => transaction(`PAYROLL ${at}`, -9, TODAY));
    expect(sourcesIn(accountOf(sameDay))).toMatchObject([
      { transaction_count: 500, pay_frequency: "UNKNOWN" },
    ]);
  });

  test("50,000 transactions of 5,000 payers are read, and each payment is in one source", () => {
    const many = Array.from({ length: 50_000 }, (_, at) =>
      transaction(`PAYER ${names(at % 5000)} PAYROLL`, -100 - (at % 7), TODAY - ((at * 13) % 730)),
    );
    const sources = sourcesIn(accountOf(many));
    expect(sources).toHaveLength(5000);
    const count = sources.reduce((sum, one) => sum + one.transaction_count, 0);
    expect(count).toBe(50_000);
  });

  test("any names and amounts make a report of the documented shape", () => {
    const anyTransaction = fc
      .record({
        name: fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("", "💸", "ßÆ")),
        cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
        back: fc.nat(720),
        category_id: fc.constantFrom(null, "16001001", "24003000", "24004000", "99"),
      })
      .map(({ name, cents, back, category_id }) =>
        transaction(name, cents / 100, TODAY - back, { category_id }),
      );
    fc.assert(
      fc.property(fc.array(anyTransaction, { maxLength: 80 }), (transactions) => {
        const insights = insightsOf([itemOf([accountOf(transactions, { names: ["", "Ω"] })])]);
        expect(IncomeInsights.parse(insights)).toEqual(insights);
        const ids = insights.items.flatMap((item) =>
          item.bank_income_sources.flatMap((source) =>
            source.transactions.map((one) => one.transaction_id),
          ),
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
