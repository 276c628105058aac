import { describe, expect, test } from "vitest";
import { runCli } from "../../../cli/run-cli.fixture.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";

const HOUR = 3_600_000;

type Bench = Awaited<ReturnType<typeof bankApp>>;

/** A session whose user is back from the bank, and has gone on to the accounts to share. */
const atAccounts = async (bench: Bench, fields: object = {}) => {
  const link = await bench.open(fields);
  await bench.visitBank(link);
  const { selection } = await bench.goOn(link);
  expect(selection?.accounts).toHaveLength(2);
  return link;
};

describe("sign-ins without an Item", () => {
  const endings: [string, (bench: Bench) => Promise<unknown>][] = [
    [
      "its user exits before they go on",
      async (bench) => {
        const link = await bench.open();
        await bench.visitBank(link);
        await link.bridge("session/exit", { status: null });
      },
    ],
    [
      "its user exits at the accounts",
      async (bench) =>
        (await atAccounts(bench)).bridge("session/exit", { status: "requires_account_selection" }),
    ],
    [
      "its user goes back to the list of institutions",
      async (bench) =>
        (await atAccounts(bench)).bridge("institution/select", { institution_id: "ins_109508" }),
    ],
    [
      "its session expires",
      async (bench) => {
        await atAccounts(bench);
        bench.app.advanceClock(5 * HOUR);
        await bench.app.startLink();
      },
    ],
    [
      "its session expires before anybody went on",
      async (bench) => {
        await bench.visitBank(await bench.open());
        expect(bench.grants()).toHaveLength(1);
        bench.app.advanceClock(25 * HOUR);
      },
    ],
    [
      "its user shares none of the accounts that the products need",
      async (bench) => {
        const link = await bench.open({ products: ["auth"] });
        await bench.visitBank(link, { accounts: ["acc-ada-card"] });
        await expect(bench.goOn(link)).rejects.toThrow("NO_ACCOUNTS");
      },
    ],
    [
      "its ID token is refused",
      async (bench) => {
        const link = await bench.open();
        bench.misbehave("id-token-wrong-nonce");
        await bench.visitBank(link);
        bench.misbehave();
        expect(bench.grants()).toHaveLength(1);
        await expect(bench.goOn(link)).rejects.toThrow("UNSUPPORTED_RESPONSE");
      },
    ],
    [
      "the accounts cannot be read",
      async (bench) => {
        const link = await bench.open();
        bench.misbehave("data-down");
        await bench.visitBank(link);
        bench.misbehave();
        await expect(bench.goOn(link)).rejects.toThrow("INSTITUTION_NOT_RESPONDING");
      },
    ],
  ];

  test.each(endings)(
    "a grant without an Item is revoked at the institution if %s",
    async (_, end) => {
      const bench = await bankApp();
      await end(bench);
      await bench.app.runJobs();
      expect(bench.grants()).toEqual([]);
    },
  );

  test("a grant is revoked when its user signs in again, and the Item gets the new one", async () => {
    const bench = await bankApp();
    const link = await bench.open();
    await bench.visitBank(link);
    await bench.visitBank(link);
    const { selection } = await bench.goOn(link);
    await bench.share(link, selection);
    expect(bench.grants()).toHaveLength(2);
    await bench.app.runJobs();
    expect(bench.grants()).toHaveLength(1);
  });

  test("a grant stays as long as its session may go on", async () => {
    const bench = await bankApp();
    const link = await bench.open();
    await bench.visitBank(link);
    await bench.app.runJobs();
    const { selection } = await bench.goOn(link);
    await bench.app.runJobs();
    await bench.share(link, selection);
    await bench.app.runJobs();
    expect(bench.grants()).toHaveLength(1);
  });
});

/** The grant of an Item, which its institution still honours. */
const isGood = async ({ app }: Bench, access_token: string) => {
  const answer = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  return answer.status === 200;
};

describe("grants that are replaced", () => {
  test("update mode ends the grant before, with retries while the institution is down", async () => {
    const bench = await bankApp();
    const { app } = bench;
    const { access_token } = await bench.linkItem();
    const [first] = bench.grants();
    const link = await bench.open({ access_token, products: undefined });
    await bench.visitBank(link);
    await bench.goOn(link);
    await bench.closeBank();
    await app.runJobs();
    expect(bench.grants()).toHaveLength(2);
    await bench.openBank();
    app.advanceClock(HOUR);
    await app.runJobs();
    expect(bench.grants()).toHaveLength(1);
    expect(bench.grants()).not.toContain(first);
    expect(await isGood(bench, access_token)).toBe(true);
  });

  test("a user who renews an Item ends the grant that it had", async () => {
    const bench = await bankApp();
    const { access_token } = await bench.linkItem();
    const [first] = bench.grants();
    const link = await bench.open();
    await bench.visitBank(link);
    const { selection } = await bench.goOn(link);
    expect(selection?.existing).not.toBeNull();
    expect((await link.bridge("item/renew", {})).status).toBe(200);
    await bench.app.runJobs();
    expect(bench.grants()).toHaveLength(1);
    expect(bench.grants()).not.toContain(first);
    expect(await isGood(bench, access_token)).toBe(true);
  });
});

test("a token that is renewed while its Item is removed is ended too", async () => {
  const bench = await bankApp();
  const { app } = bench;
  const { access_token, item_id } = await bench.linkItem();
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
      // The institution has given the next token out, and the Item goes before it is stored.
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
  expect(bench.grants()).toHaveLength(1);
  // The previous token, which was revoked with the Item, and the renewed one.
  expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(2);
  await app.runJobs();
  expect(bench.grants()).toEqual([]);
});

test("a client that is removed leaves no grant behind, of Items or of sessions", async () => {
  const bench = await bankApp();
  const { app } = bench;
  await bench.linkItem();
  const { access_token } = await bench.linkItem(
    { user: { client_user_id: "user-2" } },
    { login: "ben" },
  );
  await atAccounts(bench, { user: { client_user_id: "user-3" } });
  await bench.closeBank();
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bench.grants()).toHaveLength(3);
  const line = ["clients", "remove", app.keys.client_id, "--with-items", "--yes"];
  const { err } = await runCli([...line, "--data", app.folder], { clock: app.services.clock });
  expect(err).toBe(`${app.keys.client_id} is erased, with 2 Items\n`);
  await bench.openBank();
  app.advanceClock(2 * HOUR);
  await app.runJobs();
  expect(bench.grants()).toEqual([]);
  expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(0);
});

test("an institution that is disconnected has the last grants ended all the same", async () => {
  const bench = await bankApp();
  const { app } = bench;
  const { access_token } = await bench.linkItem();
  const link = await atAccounts(bench, { user: { client_user_id: "user-2" } });
  await bench.closeBank();
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  for (const line of [
    ["institutions", "disconnect", BANK_ID],
    ["institutions", "remove", BANK_ID],
  ])
    expect((await runCli([...line, "--data", app.folder], { clock: app.services.clock })).err).toBe(
      "",
    );
  await bench.notice();
  expect((await link.bridge("accounts/select", { account_ids: [] })).status).toBe(400);
  expect(bench.grants()).toHaveLength(2);
  await bench.openBank();
  app.advanceClock(2 * HOUR);
  await app.runJobs();
  expect(bench.grants()).toEqual([]);
});
