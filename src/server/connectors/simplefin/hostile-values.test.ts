import { expect, test } from "vitest";
import { countTurns } from "../../../testing/count-turns.ts";
import { HOSTILE_CURRENCIES, HOSTILE_TEXT } from "../../../testing/hostile-values.ts";
import { ownId } from "../../domain/bank-values.ts";
import { toDate } from "../../domain/calendar.ts";
import { fetchErrors } from "./account-errors.ts";
import { AccountSet, readingPace, SimpleFinAccount, toBankTransactions } from "./account-set.ts";
import { account, bridgeApp, row } from "./bridge-app.fixture.ts";

const CLEAN = "Corner include /etc/passwd Shop";

test("texts of a server are stored on one line", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  const texts = { description: HOSTILE_TEXT, payee: HOSTILE_TEXT, memo: HOSTILE_TEXT };
  const transactions = [row("t-1", "2026-01-12", texts)];
  answer({ accounts: [account("1", HOSTILE_TEXT, "A", { transactions })] });
  const { access_token } = await linkItem({ setup_token: token() });
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ name: CLEAN }]);
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ name: CLEAN, payment_meta: { reason: CLEAN } }]);
});

test.each([...HOSTILE_CURRENCIES, "https://x.example/miles\npython"])(
  "an account in %j is refused, and its field is named",
  async (currency) => {
    const { app, open, token, answer } = await bridgeApp();
    answer({ accounts: [account("1", "Checking", "A", { currency })] });
    const { submit } = await open();
    const { body } = await submit({ setup_token: token() });
    expect(body.error_code).toBe("UNSUPPORTED_RESPONSE");
    expect(app.logged.join("")).toMatch(/accounts\.currency: (custom|too_big)/);
  },
);

test.each([
  ["points5", "POINTS5"],
  ["https://airline.example/miles", "MILES"],
])("the currency %j is the unofficial one %s", async (currency, code) => {
  const { app, linkItem, token, answer } = await bridgeApp();
  answer({ accounts: [account("1", "Checking", "A", { currency })] });
  const { access_token } = await linkItem({ setup_token: token() });
  const { accounts } = await app.call("/accounts/get", { access_token });
  const balances = { iso_currency_code: null, unofficial_currency_code: code };
  expect(accounts).toMatchObject([{ balances }]);
});

test.each(["errors", "errlist", "connections"])(
  "more %s than any server has are refused, and the field is named",
  async (field) => {
    const { app, open, token, answer } = await bridgeApp();
    answer({ [field]: Array.from({ length: 501 }, () => ({ code: "con.auth" })) });
    const { submit } = await open();
    const { body } = await submit({ setup_token: token() });
    expect(body.error_code).toBe("UNSUPPORTED_RESPONSE");
    expect(app.logged.join("")).toContain(`"${field}: too_big"`);
  },
);

test("an error that is not understood still counts, so that a missing account is not taken for closed", async () => {
  const { linkItem, token, pull, answer, app } = await bridgeApp();
  const { access_token } = await linkItem({ setup_token: token() });
  await pull();
  answer({ accounts: [], errlist: ["the server has no words for it"] });
  await pull().catch(() => undefined);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toHaveLength(2);
});

test("rows of many accounts are read in turns of the event loop", async () => {
  const pace = readingPace();
  const accounts = Array.from({ length: 50 }, (_, at) =>
    SimpleFinAccount.parse(
      account(`${at}`, "Checking", "A", {
        transactions: Array.from({ length: 20 }, (_, of) => row(`${of}`, "2026-01-12")),
      }),
    ),
  );
  const turns = await countTurns(async () => {
    for (const each of accounts) {
      const read = await toBankTransactions(each, ownId(each.id), toDate(20_000), pace);
      expect(read.transactions).toHaveLength(20);
    }
  });
  expect(turns).toBeGreaterThanOrEqual(5);
});

test("sentences are searched for the names of banks in turns, once for each name", async () => {
  const sentences = Array.from(
    { length: 500 },
    (_, at) => `Connection to Bank ${at} needs attention`,
  );
  const accounts = Array.from({ length: 60 }, (_, at) =>
    SimpleFinAccount.parse(
      account(`${at}`, "Checking", `c-${at}`, { org: { name: `bank ${at % 20}`, domain: null } }),
    ),
  );
  const set = AccountSet.parse({ errors: sentences, accounts: [] });
  const turns = await countTurns(async () => {
    const { waiting, failed } = await fetchErrors(set, accounts);
    expect([waiting.size, failed.size]).toEqual([60, 60]);
  });
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(turns).toBeLessThan(12);
});
