import { expect, test } from "vitest";
import { HOSTILE_CURRENCIES, HOSTILE_TEXT } from "../../../testing/hostile-values.ts";
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
