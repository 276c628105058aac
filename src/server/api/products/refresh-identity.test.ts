import { expect, test } from "vitest";
import type { Owner } from "../../../protocol/account.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { ownLines } from "../../domain/bank-values.ts";
import { Fault } from "../../domain/fault.ts";
import { VERSIONS } from "../../versions/index.ts";

const BANK = "ins_109508";
const PATH = "/identity/refresh";
const ADA: Partial<Owner> = {
  names: ["Ada Example"],
  emails: [{ data: "ada@example.com", primary: true, type: "primary" }],
};

/** An Item with Identity, its bank, whose owners a test changes, and its receiver of webhooks. */
const setup = async (products = ["identity"]) => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link(BANK, products, { webhook: receiver.url });
  await app.runJobs();
  const connector = app.services.directory.connectorOf(BANK);
  const { identity: original } = connector;
  const change = (changes: Partial<Owner>) => {
    connector.identity = async (login) =>
      (await original(login)).map((account) => ({
        ...account,
        owners: account.owners.map((owner) => ({ ...owner, ...ownLines(changes) })),
      }));
  };
  const refresh = (body: object = {}, version?: string) =>
    app.post(
      PATH,
      { ...app.credentials, access_token, ...body },
      version === undefined ? {} : { "service-version": version },
    );
  const fetchOwners = async () => {
    const { accounts } = await app.call("/identity/get", { access_token });
    return (accounts as { owners: Owner[] }[]).map(({ owners }) => owners);
  };
  const updates = async () => {
    await app.runJobs();
    return receiver.received
      .map(({ body }) => body)
      .filter(({ webhook_type }) => webhook_type === "IDENTITY");
  };
  return { app, access_token, item_id, connector, change, refresh, fetchOwners, updates };
};

test("a refresh names the changed parts of each account's owners once, and nothing without a change", async () => {
  const { item_id, change, refresh, fetchOwners, updates } = await setup();
  const before = await fetchOwners();
  expect((await refresh()).body).toEqual({ request_id: expect.any(String) });
  expect(await updates()).toEqual([]);
  change(ADA);
  expect((await refresh()).status).toBe(200);
  const [update, ...others] = await updates();
  expect(others).toEqual([]);
  expect(update).toMatchObject({ webhook_code: "DEFAULT_UPDATE", item_id });
  const parts = Object.values(update?.account_ids_with_updated_identity as object);
  expect(parts).toEqual(before.map(() => ["EMAILS", "NAMES"]));
  expect((await fetchOwners()).flat()).toEqual(
    before.flat().map((owner) => ({ ...owner, ...ADA })),
  );
  await refresh();
  expect(await updates()).toHaveLength(1);
});

test("the first owners of an Item send no webhook", async () => {
  const { change, refresh, fetchOwners, updates } = await setup();
  change(ADA);
  await refresh();
  expect(await updates()).toEqual([]);
  for (const owner of (await fetchOwners()).flat()) expect(owner).toMatchObject(ADA);
});

test("two refreshes at once send one webhook", async () => {
  const { connector, change, refresh, fetchOwners, updates } = await setup();
  await fetchOwners();
  change(ADA);
  const { identity } = connector;
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  connector.identity = async (login) => {
    calls += 1;
    if (calls === 2) release();
    await both;
    return identity(login);
  };
  const answers = await Promise.all([refresh(), refresh()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await updates()).toHaveLength(1);
});

test.each(["INSTITUTION_DOWN", "INSTITUTION_NOT_RESPONDING", "ITEM_LOGIN_REQUIRED"] as const)(
  "%s of the institution is the response, and the owners stay",
  async (code) => {
    const { connector, refresh, fetchOwners, updates } = await setup();
    const before = await fetchOwners();
    connector.identity = () => Promise.reject(new Fault(code));
    expect((await refresh()).body.error_code).toBe(code);
    expect(await updates()).toEqual([]);
    expect(await fetchOwners()).toEqual(before);
  },
);

test("an Item whose login has ended, and one that was removed, are refused", async () => {
  const { app, access_token, refresh } = await setup();
  await app.call("/sandbox/item/reset_login", { access_token });
  expect((await refresh()).body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  await app.call("/item/remove", { access_token });
  expect((await refresh()).body.error_code).toBe("ITEM_NOT_FOUND");
});

test("an Item whose user has not agreed to Identity is refused", async () => {
  const { app, refresh } = await setup();
  const token = await linkToken(app, {
    ...{ language: "en", client_name: "Shop", products: ["transactions"] },
    additional_consented_products: ["liabilities"],
  });
  const link = await app.startLink({ token });
  const institution_id = BANK;
  await link.bridge("institution/select", { institution_id });
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await link.bridge("credentials/submit", { institution_id, credentials });
  const access_token = await finishLink(app, link, body);
  expect((await refresh({ access_token })).body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
});

test.each([
  [{ access_token: "access-sandbox-none" }, "INVALID_ACCESS_TOKEN"],
  [{ access_token: 5 }, "INVALID_FIELD"],
  [{ access_token: undefined }, "MISSING_FIELDS"],
  [{ options: {} }, "UNKNOWN_FIELDS"],
])("a body with %j is refused with %s", async (body, code) => {
  const { refresh } = await setup();
  expect((await refresh(body)).body.error_code).toBe(code);
});

test.each(VERSIONS)("version %s answers with the id of the request alone", async (version) => {
  const { refresh } = await setup();
  const { status, body } = await refresh({}, version);
  expect([status, body]).toEqual([200, { request_id: expect.any(String) }]);
});
