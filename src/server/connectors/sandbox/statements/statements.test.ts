import fc from "fast-check";
import { expect, test } from "vitest";
import { declaredPages, pdfPages } from "../../../documents/pdf/pdf-pages.fixture.ts";
import { money, printedDate } from "../../../documents/pdf/printed-text.ts";
import { renderStatementPdf } from "../../../documents/pdf/render-statement-pdf.ts";
import { DAY_MS, firstDayOf, lastDayOf, toDate, toMonth } from "../../../domain/calendar.ts";
import { unstoredLogin } from "../../../domain/connectors/unstored-login.fixture.ts";
import { createFormConnector } from "../form-connector.fixture.ts";

const BANKS = ["ins_109508", "ins_43", "ins_116834", "ins_109512"];
const USERS = ["user_good", "user_yuppie", "user_small_business"];

const loginOf = (bank: string, username: string) =>
  unstoredLogin(bank, { username, password: "pass_good" });

const statementsAt = (day: number) => {
  const connector = createFormConnector(
    () => day * DAY_MS + DAY_MS / 2,
    () => [],
    async (statement) => renderStatementPdf(statement),
  );
  const { statements } = connector;
  if (!statements) throw new Error("the sandbox has statements");
  return { ...connector, statements };
};

const cents = (amount: number) => Math.round(amount * 100);

/** The amounts in a text column, such as `-$1,204.50`, in cents. */
const toCents = (text = "") => Math.round(Number(text.replace(/[^0-9.-]/g, "")) * 100);

/**
 * Compares a statement with its month's transactions; returns the account's type, and their number.
 */
const compareOne = async (
  bank: (typeof BANKS)[number],
  user: (typeof USERS)[number],
  day: number,
  number: number,
) => {
  const { statements, transactions, start } = statementsAt(day);
  const login = loginOf(bank, user);
  const month = toMonth(day) - 1 - (number % 3);
  const period = { from: toDate(firstDayOf(month)), to: toDate(lastDayOf(month)) };
  const listed = await statements.list(login, period);
  const step = await start(bank, login.credentials);
  if (step.at !== "accounts") throw new Error("the user has no challenge");
  const one = listed[number % listed.length];
  const account = step.accounts.find(({ key }) => key === one?.accountKey);
  if (!one || !account) throw new Error("an account has a statement");
  const bytes = await statements.document(login, one);
  if (!bytes) throw new Error("the statement has a document");
  const own = (await transactions(login, period)).filter(
    ({ accountKey, pending }) => accountKey === one.accountKey && !pending,
  );
  const lines = pdfPages(bytes).join("\n").split("\n");
  const sum = own.reduce((all, { amount }) => all + cents(amount), 0);
  const isDebt = account.type === "credit" || account.type === "loan";
  const [first, last] = ["Opening balance", "Closing balance"].map((label) =>
    toCents(lines[lines.lastIndexOf(label) + 1]),
  );
  expect(Number(last) - Number(first)).toBe(isDebt ? sum : -sum);
  for (const { date, amount } of own) {
    expect(lines).toContain(printedDate(date));
    expect(lines).toContain(money(Math.abs(amount), account.balances));
  }
  const after = (
    await transactions(login, { from: toDate(lastDayOf(month) + 1), to: toDate(day) })
  ).filter(({ accountKey, pending }) => accountKey === one.accountKey && !pending);
  const since = after.reduce((all, { amount }) => all + cents(amount), 0);
  const current = cents(account.balances.current ?? 0);
  expect(last).toBe(current + (isDebt ? -since : since));
  return { type: account.type, count: listed.length };
};

test("a statement's balances and rows are the transactions of its month, to the cent", async () => {
  const days = fc.integer({
    min: Date.UTC(2024, 1, 1) / DAY_MS,
    max: Date.UTC(2029, 0, 1) / DAY_MS,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BANKS),
      fc.constantFrom(...USERS),
      days,
      fc.nat(),
      async (...one) => void (await compareOne(...one)),
    ),
    { numRuns: 40 },
  );
});

test("every kind of account with statements has those of its transactions", async () => {
  const [bank, user, day] = ["ins_109508", "user_good", Date.UTC(2026, 5, 15) / DAY_MS] as const;
  const types = new Set<string>();
  for (let number = 0, count = 1; number < count; number++) {
    const one = await compareOne(bank, user, day, number);
    types.add(one.type);
    count = one.count;
  }
  expect([...types].toSorted()).toEqual(["credit", "depository", "loan"]);
});

test("a statement has the same bytes each time, also months later", async () => {
  const login = loginOf("ins_109508", "user_good");
  const read = async (day: number) => {
    const { statements } = statementsAt(day);
    const [one] = await statements.list(login, { from: "2026-01-01", to: "2026-01-31" });
    return one && statements.document(login, one);
  };
  const [first, later] = [
    await read(Date.UTC(2026, 1, 1) / DAY_MS),
    await read(Date.UTC(2026, 5, 9) / DAY_MS),
  ];
  expect(first && later && Buffer.from(first).equals(later)).toBe(true);
  expect(
    Buffer.from(first ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect(declaredPages(first ?? new Uint8Array())).toBeGreaterThan(0);
});

test("months that are not over have no statement, nor have investments", async () => {
  const { statements, start } = statementsAt(Date.UTC(2026, 1, 10) / DAY_MS);
  const login = loginOf("ins_109508", "user_yuppie");
  const all = await statements.list(login, { from: "2025-11-01", to: "2026-12-31" });
  expect(new Set(all.map(({ date }) => date))).toEqual(
    new Set(["2025-11-30", "2025-12-31", "2026-01-31"]),
  );
  const step = await start("ins_109508", login.credentials);
  if (step.at !== "accounts") throw new Error("the user has no challenge");
  const invested = step.accounts.find(({ type }) => type === "investment")?.key;
  expect(invested && all.some(({ accountKey }) => accountKey === invested)).toBe(false);
  const [one] = all;
  if (!one) throw new Error("the account has statements");
  const open = await statements.document(login, { ...one, key: "2026-02" });
  expect(open).toBeNull();
});
