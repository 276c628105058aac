import { describe, expect, test } from "vitest";
import { runCli } from "../../../cli/run-cli.fixture.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

const HOUR = 3_600_000;

type Setup = Awaited<ReturnType<typeof bankApp>>;

/** A session whose user has returned from the bank, at the choice of accounts. */
const atAccounts = async (setup: Setup, fields: object = {}) => {
  const link = await setup.open(fields);
  await setup.visitBank(link);
  const { selection } = await setup.goOn(link);
  expect(selection?.accounts).toHaveLength(2);
  return link;
};

describe("sign-ins without an Item", () => {
  const endings: [string, (setup: Setup) => Promise<unknown>][] = [
    [
      "its user exits before they go on",
      async (setup) => {
        const link = await setup.open();
        await setup.visitBank(link);
        await link.bridge("session/exit", { status: null });
      },
    ],
    [
      "its user exits at the accounts",
      async (setup) =>
        (await atAccounts(setup)).bridge("session/exit", { status: "requires_account_selection" }),
    ],
    [
      "its user goes back to the list of institutions",
      async (setup) =>
        (await atAccounts(setup)).bridge("institution/select", { institution_id: "ins_109508" }),
    ],
    [
      "its session expires",
      async (setup) => {
        await atAccounts(setup);
        setup.app.advanceClock(5 * HOUR);
        await setup.app.startLink();
      },
    ],
    [
      "its session expires before anybody went on",
      async (setup) => {
        await setup.visitBank(await setup.open());
        expect(setup.grants()).toHaveLength(1);
        setup.app.advanceClock(25 * HOUR);
      },
    ],
    [
      "its user shares none of the accounts that the products need",
      async (setup) => {
        const link = await setup.open({ products: ["auth"] });
        await setup.visitBank(link, { accounts: ["acc-ada-card"] });
        await expect(setup.goOn(link)).rejects.toThrow("NO_ACCOUNTS");
      },
    ],
    [
      "its ID token is refused",
      async (setup) => {
        const link = await setup.open();
        setup.misbehave("id-token-wrong-nonce");
        await setup.visitBank(link);
        setup.misbehave();
        expect(setup.grants()).toHaveLength(1);
        await expect(setup.goOn(link)).rejects.toThrow("UNSUPPORTED_RESPONSE");
      },
    ],
    [
      "the accounts cannot be read",
      async (setup) => {
        const link = await setup.open();
        setup.misbehave("data-down");
        await setup.visitBank(link);
        setup.misbehave();
        await expect(setup.goOn(link)).rejects.toThrow("INSTITUTION_NOT_RESPONDING");
      },
    ],
  ];

  test.each(endings)(
    "a grant without an Item is revoked at the institution if %s",
    async (_, end) => {
      const setup = await bankApp();
      await end(setup);
      await setup.app.runJobs();
      expect(setup.grants()).toEqual([]);
    },
  );

  test("a grant is revoked when its user signs in again, and the Item gets the new one", async () => {
    const setup = await bankApp();
    const link = await setup.open();
    await setup.visitBank(link);
    await setup.visitBank(link);
    const { selection } = await setup.goOn(link);
    await setup.share(link, selection);
    expect(setup.grants()).toHaveLength(2);
    await setup.app.runJobs();
    expect(setup.grants()).toHaveLength(1);
  });

  test("a grant stays as long as its session may go on", async () => {
    const setup = await bankApp();
    const link = await setup.open();
    await setup.visitBank(link);
    await setup.app.runJobs();
    const { selection } = await setup.goOn(link);
    await setup.app.runJobs();
    await setup.share(link, selection);
    await setup.app.runJobs();
    expect(setup.grants()).toHaveLength(1);
  });
});

/** Whether the institution still accepts an Item's grant. */
const isGood = async ({ app }: Setup, access_token: string) => {
  const answer = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  return answer.status === 200;
};

describe("grants that are replaced", () => {
  test("update mode ends the grant before, with retries while the institution is down", async () => {
    const setup = await bankApp();
    const { app } = setup;
    const { access_token } = await setup.linkItem();
    const [first] = setup.grants();
    const link = await setup.open({ access_token, products: undefined });
    await setup.visitBank(link);
    await setup.goOn(link);
    await setup.closeBank();
    await app.runJobs();
    expect(setup.grants()).toHaveLength(2);
    await setup.openBank();
    app.advanceClock(HOUR);
    await app.runJobs();
    expect(setup.grants()).toHaveLength(1);
    expect(setup.grants()).not.toContain(first);
    expect(await isGood(setup, access_token)).toBe(true);
  });

  test("a user who renews an Item ends the grant that it had", async () => {
    const setup = await bankApp();
    const { access_token } = await setup.linkItem();
    const [first] = setup.grants();
    const link = await setup.open();
    await setup.visitBank(link);
    const { selection } = await setup.goOn(link);
    expect(selection?.existing).not.toBeNull();
    expect((await link.bridge("item/renew", {})).status).toBe(200);
    await setup.app.runJobs();
    expect(setup.grants()).toHaveLength(1);
    expect(setup.grants()).not.toContain(first);
    expect(await isGood(setup, access_token)).toBe(true);
  });
});

test("a token that is renewed while its Item is removed is ended too", async () => {
  const setup = await bankApp();
  const { app } = setup;
  const { access_token, item_id } = await setup.linkItem();
  await app.runJobs();
  app.advanceClock(HOUR);
  const item = await app.services.store.items.byItemId(item_id);
  if (!item) throw new Error("the Item is there");
  const login = await openLogin(app.services, item);
  let isRenewing = false;
  const { connectorOf } = app.services.directory;
  const pull = connectorOf(BANK_ID).balances({
    ...login,
    latest: async () => ({
      ...(await login.latest()),
      // The institution has issued the next token, and the Item is removed before it is stored.
      replaceState: async (state) => {
        const renewal = await login.replaceState(state);
        if (isRenewing) return renewal;
        isRenewing = true;
        return {
          ...renewal,
          login: {
            ...renewal.login,
            replaceState: async (next) => {
              await app.call("/item/remove", { access_token });
              return renewal.login.replaceState(next);
            },
          },
        };
      },
    }),
  });
  await expect(pull).rejects.toMatchObject({ code: "INVALID_ACCESS_TOKEN" });
  expect(setup.grants()).toHaveLength(1);
  // The previous token, revoked with the Item, and the renewed one.
  expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(2);
  await app.runJobs();
  expect(setup.grants()).toEqual([]);
});

test("a client that is removed leaves no grant behind, of Items or of sessions", async () => {
  const setup = await bankApp();
  const { app } = setup;
  await setup.linkItem();
  const { access_token } = await setup.linkItem(
    { user: { client_user_id: "user-2" } },
    { login: "ben" },
  );
  await atAccounts(setup, { user: { client_user_id: "user-3" } });
  await setup.closeBank();
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(setup.grants()).toHaveLength(3);
  const line = ["clients", "remove", app.keys.client_id, "--with-items", "--yes"];
  const { err } = await runCli([...line, "--data", app.folder], { clock: app.services.clock });
  expect(err).toBe(`${app.keys.client_id} is erased, with 2 Items\n`);
  await setup.openBank();
  app.advanceClock(2 * HOUR);
  await app.runJobs();
  expect(setup.grants()).toEqual([]);
  expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(0);
});

test("an institution that is disconnected has the last grants ended all the same", async () => {
  const setup = await bankApp();
  const { app } = setup;
  const { access_token } = await setup.linkItem();
  const link = await atAccounts(setup, { user: { client_user_id: "user-2" } });
  await setup.closeBank();
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  for (const line of [
    ["institutions", "disconnect", BANK_ID],
    ["institutions", "remove", BANK_ID],
  ])
    expect((await runCli([...line, "--data", app.folder], { clock: app.services.clock })).err).toBe(
      "",
    );
  await setup.notice();
  expect((await link.bridge("accounts/select", { account_ids: [] })).status).toBe(400);
  expect(setup.grants()).toHaveLength(2);
  await setup.openBank();
  app.advanceClock(2 * HOUR);
  await app.runJobs();
  expect(setup.grants()).toEqual([]);
});
