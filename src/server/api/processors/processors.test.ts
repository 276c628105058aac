import { describe, expect, test } from "vitest";
import { toKeys, withProcessor } from "./processor.fixture.ts";

type Numbers = Record<string, { account_id: string }[]>;

test("a processor reads the numbers of the account of its token, and no other", async () => {
  const { accountId, call, access_token, create, read } = await withProcessor();
  const { body } = await create(accountId("savings"));
  expect(Object.keys(body).toSorted()).toEqual(["processor_token", "request_id"]);
  expect(body.processor_token).toMatch(/^processor-sandbox-[0-9a-f-]{36}$/);
  const answer = await read(body.processor_token);
  expect(answer.status).toBe(200);
  const { account, numbers } = answer.body as { account: object; numbers: Numbers };
  expect(account).toMatchObject({ account_id: accountId("savings"), subtype: "savings" });
  const auth = (await call("/auth/get", { access_token })) as { numbers: Numbers };
  const own = auth.numbers.ach?.filter(({ account_id }) => account_id === accountId("savings"));
  expect(own).toHaveLength(1);
  expect(numbers).toEqual({ ach: own, eft: [], international: [], bacs: [] });
});

test("only a partner may call /processor/auth/get, with any token", async () => {
  const { accountId, create, post, keys } = await withProcessor();
  const { body } = await create(accountId("checking"));
  for (const processor_token of [body.processor_token, "nonsense"]) {
    const answer = await post("/processor/auth/get", { ...toKeys(keys), processor_token });
    expect([answer.status, answer.body.error_code]).toEqual([400, "UNAUTHORIZED_ROUTE_ACCESS"]);
  }
});

describe("a processor", () => {
  test("a processor reads its account alone: balance, owners and transactions", async () => {
    const { accountId, access_token, call, create, ask, runJobs } = await withProcessor();
    await runJobs();
    const account_id = accountId("savings");
    const { processor_token } = (await create(account_id)).body;
    const period = { start_date: "2025-06-01", end_date: "2026-01-15" };
    for (const path of ["/processor/account/get", "/processor/accounts/get"])
      expect((await ask(path, { processor_token })).body).toMatchObject({
        account: { account_id, subtype: "savings" },
        institution_id: "ins_109508",
      });
    const balance = (await ask("/processor/balance/get", { processor_token })).body;
    expect(balance.account).toMatchObject({
      account_id,
      balances: { last_updated_datetime: "2026-01-15T12:00:00.000Z" },
    });
    const { body: identity } = await ask("/processor/identity/get", { processor_token });
    const { accounts } = (await call("/identity/get", { access_token })) as {
      accounts: { account_id: string }[];
    };
    expect(identity.account).toEqual(accounts.find((account) => account.account_id === account_id));
    const { body: page } = await ask("/processor/transactions/get", { processor_token, ...period });
    const all = await call("/transactions/get", {
      access_token,
      ...period,
      options: { account_ids: [account_id] },
    });
    expect(all.total_transactions).toBeGreaterThan(0);
    expect(page).toMatchObject({
      account: { account_id },
      transactions: all.transactions,
      total_transactions: all.total_transactions,
    });
  });

  test("a processor's page of transactions has the count and the offset that it asks for", async () => {
    const { accountId, create, ask, runJobs } = await withProcessor();
    await runJobs();
    const { processor_token } = (await create(accountId("checking"))).body;
    const page = async (options: object) =>
      (
        await ask("/processor/transactions/get", {
          processor_token,
          start_date: "2025-01-01",
          end_date: "2026-01-15",
          options,
        })
      ).body.transactions as object[];
    const first = await page({ count: 3 });
    expect(first).toHaveLength(3);
    expect(await page({ count: 2, offset: 1 })).toEqual(first.slice(1));
  });

  test("a processor reads the changes of its account alone, and goes on with its cursor", async () => {
    const { accountId, access_token, call, create, ask, runJobs } = await withProcessor();
    await runJobs();
    const account_id = accountId("checking");
    const { processor_token } = (await create(account_id)).body;
    const readAll = async (from: string) => {
      const ids: unknown[] = [];
      let cursor = from;
      for (let more = true; more; ) {
        const { body } = await ask("/processor/transactions/sync", { processor_token, cursor });
        expect(body.account).toMatchObject({ account_id });
        const added = body.added as { account_id: string; transaction_id: string }[];
        expect(added.every((transaction) => transaction.account_id === account_id)).toBe(true);
        ids.push(...added.map(({ transaction_id }) => transaction_id));
        more = body.has_more === true;
        cursor = String(body.next_cursor);
      }
      return { ids, cursor };
    };
    const first = await readAll("");
    const all = await call("/transactions/get", {
      access_token,
      start_date: "2024-01-01",
      end_date: "2026-01-15",
      options: { account_ids: [account_id] },
    });
    expect(new Set(first.ids).size).toBe(all.total_transactions);
    await call("/sandbox/transactions/create", {
      access_token,
      transactions: [
        {
          date_transacted: "2026-01-14",
          date_posted: "2026-01-14",
          amount: 12.5,
          description: "Corner Shop",
        },
      ],
    });
    await runJobs();
    expect((await readAll(first.cursor)).ids).toHaveLength(1);
  });

  test("a token permits the products that its application sets, from the next call on", async () => {
    const { accountId, call, create, ask, read } = await withProcessor();
    const { processor_token } = (await create(accountId("checking"))).body;
    const set = (products: string[]) =>
      call("/processor/token/permissions/set", { processor_token, products });
    const get = async () =>
      (await call("/processor/token/permissions/get", { processor_token })).products;
    expect(await get()).toEqual([]);
    await set(["balance"]);
    expect(await get()).toEqual(["balance"]);
    expect((await ask("/processor/balance/get", { processor_token })).status).toBe(200);
    expect((await ask("/processor/account/get", { processor_token })).status).toBe(200);
    for (const product of ["auth", "identity", "transactions"]) {
      const period = product === "transactions" && {
        start_date: "2026-01-01",
        end_date: "2026-01-02",
      };
      const answer = await ask(`/processor/${product}/get`, { processor_token, ...period });
      expect([answer.status, answer.body.error_code, answer.body.error_message]).toEqual([
        400,
        "UNAUTHORIZED_ROUTE_ACCESS",
        `the processor_token does not permit ${product}; the application permits it with /processor/token/permissions/set`,
      ]);
    }
    await set([]);
    expect((await read(processor_token)).status).toBe(200);
  });

  test("only the client of its Item sees and sets the permissions of a token", async () => {
    const { accountId, create, ask } = await withProcessor();
    const { processor_token } = (await create(accountId("checking"))).body;
    for (const [path, body] of [
      ["/processor/token/permissions/get", {}],
      ["/processor/token/permissions/set", { products: ["auth"] }],
    ] as const)
      expect((await ask(path, { processor_token, ...body })).body.error_code).toBe(
        "INVALID_PROCESSOR_TOKEN",
      );
  });

  test("only a partner may call the paths of processors", async () => {
    const { accountId, create, post, keys } = await withProcessor();
    const { processor_token } = (await create(accountId("checking"))).body;
    for (const path of ["account", "accounts", "balance", "identity"]) {
      const answer = await post(`/processor/${path}/get`, { ...toKeys(keys), processor_token });
      expect([answer.status, answer.body.error_code]).toEqual([400, "UNAUTHORIZED_ROUTE_ACCESS"]);
    }
  });

  test("a processor reads stored data, and no balance, while the Item needs its user", async () => {
    const { accountId, access_token, call, create, ask } = await withProcessor();
    const { processor_token } = (await create(accountId("checking"))).body;
    await call("/sandbox/item/reset_login", { access_token });
    expect((await ask("/processor/account/get", { processor_token })).status).toBe(200);
    const { body } = await ask("/processor/balance/get", { processor_token });
    expect(body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  });
});

test("a processor_token is dead once its Item is removed", async () => {
  const { accountId, access_token, call, create, read } = await withProcessor();
  const { body } = await create(accountId("checking"));
  expect((await read(body.processor_token)).status).toBe(200);
  await call("/item/remove", { access_token });
  expect((await read(body.processor_token)).body.error_code).toBe("INVALID_PROCESSOR_TOKEN");
});

test("a processor_token stays good after a rotation of the access_token", async () => {
  const { accountId, access_token, call, create, read } = await withProcessor();
  const { body } = await create(accountId("checking"));
  await call("/item/access_token/invalidate", { access_token });
  expect((await read(body.processor_token)).status).toBe(200);
});

test("/processor/auth/get returns NO_AUTH_ACCOUNTS for an account without numbers", async () => {
  const { accountId, create, read } = await withProcessor();
  const { body } = await create(accountId("cd"));
  expect((await read(body.processor_token)).body).toMatchObject({
    error_code: "NO_AUTH_ACCOUNTS",
    error_message: "the account has no account numbers",
  });
});

test("/processor/token/create refuses the account of another Item", async () => {
  const { create } = await withProcessor();
  expect((await create("nobody's")).body.error_code).toBe("INVALID_ACCOUNT_ID");
});

describe("a processor's name", () => {
  test("a processor's name is any lower-case name in the sandbox", async () => {
    const { accountId, create } = await withProcessor();
    expect((await create(accountId("checking"), "my_own_processor2")).status).toBe(200);
    for (const name of ["", "Amberpay", "2pay", "a b", "x".repeat(41)])
      expect((await create(accountId("checking"), name)).body.error_code).toBe("INVALID_FIELD");
  });

  test("a processor's name outside the sandbox is one of those in the settings", async () => {
    const { accountId, create, services, keys, access_token, post } = await withProcessor({
      PROCESSORS: "first_one, second_one",
    });
    expect(services.processors).toEqual(["first_one", "second_one"]);
    expect((await create(accountId("checking"), "third_one")).status).toBe(200);
    Object.assign(services, { environment: "production" });
    const body = { ...toKeys(keys), access_token, account_id: accountId("checking") };
    const answer = await post("/processor/token/create", { ...body, processor: "third_one" });
    expect(answer.body).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: "processor must be one of first_one, second_one",
    });
  });
});

test("/sandbox/processor_token/create links an account and returns its processor_token", async () => {
  const { call, read } = await withProcessor();
  const { processor_token } = await call("/sandbox/processor_token/create", {
    institution_id: "ins_116834",
  });
  const { body } = await read(processor_token);
  const { account, numbers } = body as { account: { account_id: string }; numbers: Numbers };
  expect(numbers.bacs).toMatchObject([{ account_id: account.account_id }]);
  expect(numbers.ach).toEqual([]);
});

test("the application is billed for its processor's reads", async () => {
  const { accountId, create, read, services, client, writeUsage } = await withProcessor();
  const { body } = await create(accountId("checking"));
  await read(body.processor_token);
  await read(body.processor_token);
  await read("processor-sandbox-00000000-0000-4000-8000-000000000000");
  await writeUsage();
  expect(await services.store.usage.totals("2026-01-01", "2026-02-01")).toEqual([
    { clientId: client.clientId, product: "auth", items: 1, calls: 2 },
  ]);
});
