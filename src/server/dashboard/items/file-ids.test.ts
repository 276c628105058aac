import { expect, test } from "vitest";
import { signedIn } from "../../../testing/test-app/dashboard.ts";
import { linkReport, report } from "./files-item.fixture.ts";

type Shown = { accounts: { account_id: string; file_ids?: object }[] };

/** An Item of a file, its account in the Dashboard, and a function that adds another file. */
const setup = async () => {
  const { app, dashboard } = await signedIn();
  const { item_id, access_token, account_id } = await linkReport(app, 11, 13);
  const show = async () => {
    const shown = (await dashboard.post("items/show", { item_id })).body as Shown;
    return shown.accounts[0];
  };
  const set = (setting: string, changes: object = {}) =>
    dashboard.post("items/set-ids", { item_id, account_id, setting, ...changes });
  const add = async (...days: number[]) => {
    const file = { file: report(...days), account_id };
    const { status, body } = await app.post("/item/files/add", {
      ...{ ...app.credentials, access_token, ...file },
    });
    return status === 200 ? body.added : body.error_code;
  };
  return { app, dashboard, item_id, show, set, add };
};

test("the Dashboard shows how an account's files book, and sets it for the next file", async () => {
  const { show, set, add, app, item_id } = await setup();
  const learned = { rebook: false, rebooked: 0, setting: "learn" };
  expect((await show())?.file_ids).toEqual(learned);
  // An equal payment stays, so the user is asked about the moved one.
  expect(await add(13, 16)).toBe("INVALID_FILE");
  const answer = await set("move");
  const moved = { rebook: true, rebooked: 0, setting: "move" };
  expect((answer.body as Shown).accounts[0]?.file_ids).toEqual(moved);
  expect(await app.services.store.audit.last(1)).toMatchObject([
    { action: "item.ids", subject: item_id },
  ]);
  expect(await add(13, 16)).toBe(0);
  expect((await show())?.file_ids).toEqual({ ...moved, rebooked: 1 });
  await set("stay");
  expect((await show())?.file_ids).toEqual({ rebook: false, rebooked: 1, setting: "stay" });
  expect(await add(13, 18)).toBe("INVALID_FILE");
  await set("learn");
  expect((await show())?.file_ids).toEqual(learned);
});

test("an account that is not of files, or another word, is refused and changes nothing", async () => {
  const { app, dashboard, show, set } = await setup();
  const other = await app.link();
  const accounts = await app.services.store.items.accounts(other.item_id);
  const account_id = accounts[0]?.account.account_id;
  expect((await set("move", { item_id: other.item_id, account_id })).status).toBe(400);
  expect((await set("move", { account_id })).status).toBe(400);
  expect((await set("perhaps")).status).toBe(400);
  expect((await show())?.file_ids).toMatchObject({ setting: "learn" });
  const { body } = await dashboard.post("items/show", { item_id: other.item_id });
  expect((body as Shown).accounts[0]).not.toHaveProperty("file_ids");
});
