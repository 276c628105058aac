import { describe, expect, test } from "vitest";
import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { reachOnly } from "../../../testing/test-app/token-bank.ts";
import { createSandboxConnector } from "../../connectors/sandbox/connector.ts";
import { ACCOUNTS, BANK, partner, TRANSACTIONS } from "./partner.fixture.ts";

const NONE = [0, 0];
const PATHS = [TRANSACTIONS, ACCOUNTS];

describe.each(PATHS)("%s", (path) => {
  test("a wrong or missing secret returns 401, and nothing is updated", async () => {
    const { app, importItem, waiting } = await partner();
    const { element } = await importItem();
    const { client_id, secret } = app.credentials;
    for (const keys of [
      { client_id, secret: "wrong" },
      { client_id: "nobody", secret },
      { client_id },
      { secret },
      {},
      { client_id, secret: 7 },
      { client_id, secret: { length: 1 } },
    ]) {
      const { status, body } = await app.post(path, { ...keys, notifications: [element] });
      expect([keys, status, body.error_code]).toEqual([keys, 401, "INVALID_API_KEYS"]);
    }
    expect(await waiting()).toEqual(NONE);
  });

  test("too many calls are refused with 429, valid or not, and nothing of them is updated", async () => {
    const { importItem, notify, waiting, app } = await partner({
      RATE_LIMITS: "on",
      RATE_LIMIT_CHANGES: JSON.stringify({ [path]: { client: 2 } }),
    });
    const { element } = await importItem();
    expect((await notify(path, [element])).status).toBe(200);
    expect((await notify(path, [])).status).toBe(400);
    const refusal = await notify(path, [element]);
    expect([refusal.status, refusal.code, refusal.headers["retry-after"]]).toEqual([
      429,
      "RATE_LIMIT",
      "30",
    ]);
    expect(await waiting()).toEqual([1, 0]);
    app.advanceClock(30_000);
    expect((await notify(path, [element])).status).toBe(200);
  });

  test("a token that opens no Item of the client is named by its index, without repeating it", async () => {
    const { app, importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    const { access_token: newToken } = (await importItem()).element;
    await app.call("/item/access_token/invalidate", { access_token: newToken });
    const bad = [
      "nonsense",
      newToken,
      element.access_token.replace("sandbox", "production"),
      `${element.access_token.slice(0, -1)}~`,
    ];
    const tokens = [element.access_token, ...bad, element.access_token];
    const refusal = await notify(
      path,
      tokens.map((access_token) => ({ ...element, access_token })),
    );
    expect(refusal).toMatchObject({
      status: 400,
      code: "INVALID_ACCESS_TOKEN",
      message:
        "no Item of this client has notifications[1].access_token, notifications[2].access_token, " +
        "notifications[3].access_token, notifications[4].access_token",
    });
    expect(await waiting()).toEqual(NONE);
  });

  test("another client's Item is refused like one that does not exist", async () => {
    const { app, importItem, waiting } = await partner();
    const { element } = await importItem();
    const stranger = { client_id: "stranger", secret: "stranger-secret" };
    await app.services.store.clients.add({
      ...app.client,
      clientId: stranger.client_id,
      secrets: [sampleSecret(stranger.secret)],
      publicKey: "stranger",
    });
    const { status, body } = await app.post(path, { ...stranger, notifications: [element] });
    expect([status, body.error_code]).toEqual([400, "INVALID_ACCESS_TOKEN"]);
    expect(await waiting()).toEqual(NONE);
  });

  test("an Item that was removed is skipped, and the others are pulled", async () => {
    const { app, importItem, notify, waiting } = await partner();
    const [removal, other] = [await importItem(), await importItem()];
    const { access_token } = removal;
    await app.call("/item/remove", { access_token });
    expect((await notify(path, [removal.element, other.element])).status).toBe(200);
    await app.runJobs();
    expect(await waiting()).toEqual(NONE);
    expect((await notify(path, [removal.element])).status).toBe(200);
    await app.runJobs();
    expect(await waiting()).toEqual(NONE);
  });

  test("outside the sandbox a client notifies of the institutions that it acts for alone", async () => {
    const app = await testApp({
      SERVICE_ENV: "production",
      SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
    });
    reachOnly(app, createSandboxConnector());
    const { clients, jobs } = app.services.store;
    const act = (ids: string[]) => clients.setInstitutions(app.client.clientId, ids);
    await act([BANK]);
    const { access_token, accounts } = await app.call("/item/import", {
      products: ["auth"],
      user_auth: { user_id: "user_good", auth_token: "pass_good" },
    });
    const [{ account_id } = { account_id: "" }] = accounts as { account_id: string }[];
    const notifications = [{ access_token, account_id, new_since: "2026-01-15" }];
    const answers = [];
    for (const ids of [[], ["ins_109509"], [BANK]]) {
      await act(ids);
      const { status, body } = await app.post(path, { ...app.credentials, notifications });
      answers.push([status, body.error_code, await jobs.count("take-in-notification")]);
    }
    expect(answers).toEqual([
      [400, "UNAUTHORIZED_ROUTE_ACCESS", 0],
      [400, "INVALID_INSTITUTION", 0],
      [200, undefined, 1],
    ]);
  });

  test("an element that the JSON gives twice, and an Item that is named twice, harm nothing", async () => {
    const { app, importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    const { client_id, secret } = app.credentials;
    const twice = JSON.stringify({ client_id, secret, notifications: [element] }).replace(
      '"new_since"',
      '"new_since":"2020-01-01","new_since"',
    );
    expect((await app.post(path, twice)).status).toBe(200);
    expect((await notify(path, [element, element])).status).toBe(200);
    expect(await waiting()).toEqual([2, 0]);
  });
});

test("an account that is not its Item's is named by its index for transactions, and may be new for accounts", async () => {
  const { importItem, notify, waiting } = await partner();
  const [first, second] = [await importItem(), await importItem()];
  const mixture = { ...first.element, account_id: second.element.account_id };
  expect(await notify(TRANSACTIONS, [first.element, mixture])).toMatchObject({
    status: 400,
    code: "INVALID_ACCOUNT_ID",
    message: "the Item does not have notifications[1].account_id",
  });
  expect(await waiting()).toEqual(NONE);
  expect((await notify(ACCOUNTS, [{ ...mixture, new_open: 1 }])).status).toBe(200);
});

describe("the users of one institution", () => {
  test("alone are in a request about accounts; one about transactions may have others", async () => {
    const { importItem, notify, waiting } = await partner();
    const elements = [await importItem(), await importItem("user_good", "ins_109509")].map(
      ({ element }) => element,
    );
    expect(await notify(ACCOUNTS, elements)).toMatchObject({
      status: 400,
      code: "INVALID_INSTITUTION",
      message:
        "all elements must be about users of one institution; another one has notifications[1].access_token",
    });
    expect(await waiting()).toEqual(NONE);
    expect((await notify(TRANSACTIONS, elements)).status).toBe(200);
  });

  test("are those of the institution that is named", async () => {
    const { importItem, notify } = await partner();
    const { element } = await importItem();
    const other = { ...element, institution_id: "ins_109509" };
    expect(await notify(ACCOUNTS, [element, other])).toMatchObject({
      status: 400,
      code: "INVALID_INSTITUTION",
      message: "the Item belongs to another institution than notifications[1].institution_id",
    });
    expect((await notify(ACCOUNTS, [{ ...element, institution_id: BANK }])).status).toBe(200);
    const otherElement = (await importItem("user_good", "ins_109509")).element;
    const list = [element, { ...otherElement, institution_id: BANK }];
    expect((await notify(ACCOUNTS, list)).message).toBe(
      "the Item belongs to another institution than notifications[1].institution_id; all elements must " +
        "be about users of one institution; another one has notifications[1].access_token",
    );
  });
});
