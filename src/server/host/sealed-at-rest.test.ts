import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { storedValues } from "../../testing/test-app/stored-values.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const OWNER = {
  names: ["Wilhelmina Quackenbush"],
  phone_numbers: [{ data: "+1 415 555 0142" }],
  emails: [{ data: "wilhelmina@quackenbush.example" }],
  addresses: [
    {
      data: {
        street: "77 Zanzibar Lane",
        city: "Madison",
        region: "WI",
        postal_code: "53703",
        country: "US",
      },
    },
  ],
};
const PASSWORD = JSON.stringify({
  override_accounts: [
    {
      type: "depository",
      subtype: "checking",
      starting_balance: 1000,
      identity: OWNER,
      numbers: { account: "887766554433", ach_routing: "011401533" },
    },
  ],
  mfa: { type: "questions", question_rounds: 1, questions_per_round: 1 },
});
const USER = {
  legalName: "Wilhelmina Quackenbush",
  emailAddress: "wilhelmina@quackenbush.example",
};

/** Links an Item. Returns the user's secrets and bank data. */
const fullRun = async (app: App) => {
  const { client_id, secret } = app.keys;
  const link = await app.startLink({ product: ["auth", "identity", "transactions"], user: USER });
  const bank = { institution_id: "ins_109508" };
  await link.bridge("institution/select", bank);
  const credentials = { username: "user_custom", password: PASSWORD };
  await link.bridge("credentials/submit", { ...bank, credentials });
  await link.bridge("mfa/submit", { answers: ["my mother is 739154"] });
  const { selection } = (await link.bridge("mfa/submit", { answers: ["answer_0_0"] })).body as {
    selection: { accounts: { id: string }[] } | null;
  };
  const account_ids = selection?.accounts.map(({ id }) => id);
  const { public_token } = (await link.bridge("accounts/select", { account_ids })).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const { link_token } = await app.call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: {
      client_user_id: "customer-1",
      legal_name: USER.legalName,
      email_address: USER.emailAddress,
    },
    products: ["auth"],
  });
  await app.runJobs();
  const auth = JSON.stringify(await app.call("/auth/get", { access_token }));
  const identity = JSON.stringify(await app.call("/identity/get", { access_token }));
  expect(auth).toContain("887766554433");
  for (const text of ["Wilhelmina", "77 Zanzibar"]) expect(identity).toContain(text);
  const { accounts } = JSON.parse(auth) as { accounts: { account_id: string }[] };
  const { processor_token } = await app.call("/processor/token/create", {
    access_token,
    account_id: accounts[0]?.account_id,
    processor: "amberpay",
  });
  const report = await fetchReports(app).createReady([String(access_token)], 30, {
    user: {
      client_user_id: "customer-1",
      first_name: "Wilhelmina",
      last_name: "Quackenbush",
      ssn: "123-45-6789",
    },
  });
  await app.post("/asset_report/pdf/get", { client_id, secret, asset_report_token: report });
  // Wrong secrets are not logged or stored either.
  await app.post("/auth/get", { client_id, secret: `${secret}x`, access_token });
  await app.post("/auth/get", { client_id, secret, access_token: `${access_token}0` });
  await app.post("/auth/get", `{"client_id":"${client_id}","secret":"${secret}","access_token":`);
  await app.post("/item/get", { client_id, secret, access_token, password: PASSWORD });
  await app.post(`/item/get?access_token=${access_token}`, { client_id, secret });
  await link.bridge("credentials/submit", {
    ...bank,
    credentials: { username: "user_custom", password: "{ broken 739154" },
  });
  await app.request({ url: `/link.html?token=${link_token}` });
  return [
    "887766554433",
    "Wilhelmina",
    "Quackenbush",
    "quackenbush.example",
    "77 Zanzibar",
    "555 0142",
    "739154",
    "123-45-6789",
    secret,
    ...[
      public_token,
      access_token,
      link_token,
      processor_token,
      report,
      link.body.session_token,
    ].map(String),
  ];
};

const storeBytes = ({ folder }: App) =>
  ["service-link.db", "service-link.db-wal"]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));

test("after a full run neither the store nor the log has a secret, an account number or a name", async () => {
  const app = await testApp();
  const secrets = await fullRun(app);
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(5);
  const contents = [...storeBytes(app), ...(await storedValues(app.folder))];
  expect(contents.length).toBeGreaterThan(50);
  expect(secrets.filter((secret) => contents.some((bytes) => bytes.includes(secret)))).toEqual([]);
  expect(app.logged.length).toBeGreaterThan(10);
  const log = app.logged.join("");
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

// No PostgreSQL store has data of those old versions.
if (process.env.TEST_STORE !== "postgres")
  test("data that an earlier version left in the clear is sealed before a server starts", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth", "identity"]);
    await app.call("/identity/get", { access_token });
    const auth = async (app: App) => (await app.call("/auth/get", { access_token })).numbers;
    const numbers = await auth(app);
    const report = await fetchReports(app).createReady([access_token]);
    const { report: content } = await fetchReports(app).read(report);
    const database = new SQLite(join(app.folder, "service-link.db"));
    const plain = {
      item: ["item_id", "shown_accounts", "auth_accounts", "auth_numbers"],
      item_account: ["account_id", "account", "numbers", "account_key", "owners"],
    };
    const { vault } = app.services;
    for (const [table, [key = "", ...columns]] of Object.entries(plain))
      for (const row of database.prepare(`select * from ${table}`).all() as Record<
        string,
        string
      >[])
        for (const column of columns) {
          const id = table === "item" ? row.item_id : `${row.item_id}:${row.account_id}`;
          const text = vault.open(`column:${table}.${column}:${id}`, row[column] ?? "");
          database
            .prepare(`update ${table} set ${column} = ? where ${key} = ?`)
            .run(text, row[key]);
        }
    database.exec(
      "delete from mark where name = 'sealed-columns'; update item set revision = revision + 1",
    );
    database.close();
    const [account] = Object.values(numbers as Record<string, { account: string }[]>).flat();
    const hasNumber = () => storeBytes(app).some((bytes) => bytes.includes(account?.account ?? ""));
    expect(hasNumber()).toBe(true);
    expect(await auth(app)).toEqual(numbers);
    const after = await testApp({}, app.folder);
    expect(hasNumber()).toBe(false);
    expect(await auth(after)).toEqual(numbers);
    expect((await fetchReports(after).read(report)).report).toEqual(content);
    const again = await testApp({}, app.folder);
    expect(await auth(again)).toEqual(numbers);
  });
