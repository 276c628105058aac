import { describe, expect, test } from "vitest";
import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Numbers = Record<string, { account_id: string }[]>;

/** An app with a linked account, and the keys of a processor. */
const withProcessor = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const processor = { client_id: "processor", secret: "processor-secret" };
  await app.services.store.clients.add({
    ...app.client,
    clientId: processor.client_id,
    secrets: [sampleSecret(processor.secret)],
    publicKey: "processor-public",
    partner: true,
  });
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  const { accounts } = (await app.call("/accounts/get", { access_token })) as {
    accounts: { account_id: string; subtype: string }[];
  };
  const accountId = (subtype: string) =>
    accounts.find((account) => account.subtype === subtype)?.account_id;
  const create = (account_id: unknown, name = "amberpay") =>
    app.post("/processor/token/create", {
      ...keysOf(app.keys),
      access_token,
      account_id,
      processor: name,
    });
  const read = (processor_token: unknown) =>
    app.post("/processor/auth/get", { ...processor, processor_token });
  return { ...app, access_token, accountId, create, read };
};

const keysOf = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  secret,
});

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

test("only a partner may call /processor/auth/get, whatever the token", async () => {
  const { accountId, create, post, keys } = await withProcessor();
  const { body } = await create(accountId("checking"));
  for (const processor_token of [body.processor_token, "nonsense"]) {
    const answer = await post("/processor/auth/get", { ...keysOf(keys), processor_token });
    expect([answer.status, answer.body.error_code]).toEqual([400, "UNAUTHORIZED_ROUTE_ACCESS"]);
  }
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
    const body = { ...keysOf(keys), access_token, account_id: accountId("checking") };
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

test("the application is billed for what its processor reads", async () => {
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
