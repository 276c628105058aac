import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../../testing/test-app/token-bank.ts";
import type { Services } from "../services.ts";
import { openLogin } from "./open-login.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const fetchItem = async ({ store }: Services, itemId: string) => {
  const item = await store.items.byItemId(itemId);
  if (!item) throw new Error("the Item is there");
  return item;
};

const loginOf = async (app: App, itemId: string) =>
  openLogin(app.services, await fetchItem(app.services, itemId));

const isOnDisk = (folder: string, text: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

describe("the state of an Item's connector", () => {
  test("the state of an Item's connector is available to the next login, and readable in no file", async () => {
    const app = await testApp();
    const { item_id } = await app.link();
    const login = await loginOf(app, item_id);
    expect(login.connectorState).toBeNull();
    const { isStored, login: newLogin } = await login.replaceState("refresh-token-1");
    expect(isStored).toBe(true);
    expect(newLogin).toMatchObject({
      connectorState: "refresh-token-1",
      credentials: login.credentials,
    });
    expect((await newLogin.replaceState("refresh-token-2")).isStored).toBe(true);
    expect((await loginOf(app, item_id)).connectorState).toBe("refresh-token-2");
    expect((await login.latest()).connectorState).toBe("refresh-token-2");
    for (const state of ["refresh-token-1", "refresh-token-2"])
      expect(isOnDisk(app.folder, state)).toBe(false);
  });

  test("the state of an Item's connector is renewed by one of several at once, and the others continue with the stored state", async () => {
    const app = await testApp();
    const { item_id } = await app.link();
    for (const round of ["first", "later"]) {
      const logins = await Promise.all(["a", "b", "c"].map(() => loginOf(app, item_id)));
      const renewals = await Promise.all(
        logins.map((login, at) => login.replaceState(`${round} ${at}`)),
      );
      const winner = renewals.findIndex(({ isStored }) => isStored);
      expect(renewals.filter(({ isStored }) => isStored)).toHaveLength(1);
      const states = renewals.map(({ login }) => login.connectorState);
      expect(states).toEqual(Array(3).fill(`${round} ${winner}`));
      for (const { login } of renewals.slice(0, 1))
        expect((await login.replaceState("next")).isStored).toBe(true);
    }
  });

  test("opens for its own Item only", async () => {
    const app = await testApp();
    const [one, two] = [await app.link(), await app.link()];
    await (await loginOf(app, one.item_id)).replaceState("of the first");
    const { connectorStates } = app.services.store;
    const state = await connectorStates.byItemId(one.item_id);
    await connectorStates.replace(two.item_id, 0, state?.sealed ?? "");
    await expect(loginOf(app, two.item_id)).rejects.toThrow();
  });

  test("the state of an Item's connector cannot be renewed once the Item is removed", async () => {
    const app = await testApp();
    const { access_token, item_id } = await app.link();
    const login = await loginOf(app, item_id);
    await app.call("/item/remove", { access_token });
    await expect(login.replaceState("late")).rejects.toMatchObject({
      code: "INVALID_ACCESS_TOKEN",
    });
    await expect(login.latest()).rejects.toMatchObject({ code: "INVALID_ACCESS_TOKEN" });
  });
});

describe("a token that an institution rotates at each call", () => {
  const linkItem = async () => {
    const app = await testApp();
    const bank = createTokenBank();
    reachOnly(app, bank.connector);
    const tokens = await app.link(bank.institutionId, ["auth", "transactions", "identity"]);
    const state = async () => (await loginOf(app, tokens.item_id)).connectorState;
    return { app, bank, state, ...tokens };
  };

  test("a token that an institution rotates at each call is stored with the Item, and renewed by every product", async () => {
    const { app, bank, state, access_token } = await linkItem();
    expect(await state()).toBe("token-1");
    await app.runJobs();
    for (const path of ["/accounts/balance/get", "/identity/get", "/transactions/refresh"]) {
      const before = bank.token();
      await app.call(path, { access_token });
      expect(bank.token()).not.toBe(before);
      expect(await state()).toBe(bank.token());
    }
  });

  test("a token that an institution rotates at each call is not lost if the institution fails after rotating it", async () => {
    const { app, bank, state, access_token } = await linkItem();
    await app.runJobs();
    bank.breakDown(true);
    for (const path of ["/accounts/balance/get", "/transactions/refresh"]) {
      const answer = await app.post(path, { ...app.credentials, access_token });
      expect(answer.body.error_code).toBe("INSTITUTION_DOWN");
      expect(await state()).toBe(bank.token());
    }
    bank.breakDown(false);
    await app.call("/accounts/balance/get", { access_token });
  });
});

test("the next start seals states that an earlier version left in the clear", async () => {
  const before = await testApp();
  const { item_id, access_token } = await before.link("ins_109508", ["transactions"]);
  await before.runJobs();
  await before.close();
  const state = JSON.stringify({
    looks: [],
    written: [
      {
        accountKey: "unknown",
        dateTransacted: "2026-01-14",
        datePosted: "2026-01-14",
        amount: 1,
        description: "Left in the clear",
        currency: "USD",
      },
    ],
  });
  const database = new SQLite(join(before.folder, "service-link.db"));
  database.exec("delete from connector_state");
  database.prepare("insert into unsealed_connector_state values (?, ?)").run(item_id, state);
  database.close();
  expect(isOnDisk(before.folder, "Left in the clear")).toBe(true);

  const after = await testApp({}, before.folder);
  expect(await after.services.store.connectorStates.plaintextStates()).toEqual([]);
  expect((await loginOf(after, item_id)).connectorState).toBe(state);
  await after.call("/transactions/refresh", { access_token });
  await after.close();
  expect(isOnDisk(before.folder, "Left in the clear")).toBe(false);
});
