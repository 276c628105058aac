import { expect, test } from "vitest";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const BANK = { institution_id: "ins_109508" };
const ALL = { start_date: "2020-01-01", end_date: "2026-12-31", options: { count: 500 } };

/** Links an Item in Link by a link token. */
const linkItem = async (app: App, changes: object) => {
  const session = await app.startLink({
    token: await linkToken(app, { language: "en", ...changes }),
  });
  await session.bridge("institution/select", BANK);
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await session.bridge("credentials/submit", { ...BANK, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await session.bridge("accounts/select", { account_ids })).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  await app.runJobs();
  return String(access_token);
};

/** The date of an Item's oldest transaction. */
const oldestOf = async ({ call }: App, access_token: string) => {
  const { total_transactions } = await call("/transactions/get", { access_token, ...ALL });
  const options = { count: 1, offset: Number(total_transactions) - 1 };
  const { transactions } = await call("/transactions/get", { access_token, ...ALL, options });
  return (transactions as { date: string }[])[0]?.date ?? "";
};

test("transactions.days_requested limits the history that is read of an Item", async () => {
  const app = await testApp();
  const products = ["transactions"];
  const limited = await linkItem(app, { products, transactions: { days_requested: 60 } });
  const oldest = await oldestOf(app, limited);
  // The 60 days end at 2026-01-15.
  expect(oldest >= "2025-11-17").toBe(true);
  expect(oldest <= "2025-11-30").toBe(true);
  const all = [{ transactions: { days_requested: 730 } }, {}];
  for (const changes of all) {
    const access_token = await linkItem(app, { products, ...changes });
    expect((await oldestOf(app, access_token)) <= "2024-01-31").toBe(true);
  }
});

test("transactions.days_requested limits no Item that is linked with assets", async () => {
  const app = await testApp();
  const access_token = await linkItem(app, {
    products: ["transactions", "assets"],
    transactions: { days_requested: 30 },
  });
  expect((await oldestOf(app, access_token)) <= "2024-02-15").toBe(true);
});

test.each(["/transactions/sync", "/transactions/get"])(
  "options.days_requested of the first %s limits the history, and later ones change nothing",
  async (path) => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    const read = async (days_requested: number) => {
      const period = path === "/transactions/get" ? ALL : {};
      await app.post(path, {
        ...app.credentials,
        access_token,
        ...period,
        options: { days_requested },
      });
      await app.runJobs();
      return oldestOf(app, access_token);
    };
    const oldest = await read(45);
    expect(oldest >= "2025-12-02").toBe(true);
    expect(oldest <= "2025-12-12").toBe(true);
    expect(await read(400)).toBe(oldest);
  },
);
