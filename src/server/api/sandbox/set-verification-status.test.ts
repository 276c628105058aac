import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const DAY = 86_400_000;

/** An app with an Item, one of whose accounts waits for micro-deposits. */
const pending = async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109512", ["auth"], {
    override_username: "microdeposits_good",
  });
  const accounts = async () =>
    (await app.call("/accounts/get", { access_token })).accounts as {
      account_id: string;
      verification_status?: string;
    }[];
  const [account] = (await accounts()).filter((account) => "verification_status" in account);
  const account_id = account?.account_id ?? "";
  const statusOf = async () =>
    (await accounts()).find((account) => account.account_id === account_id)?.verification_status;
  const { client_id, secret } = app.keys;
  const set = (verification_status: string, of: object = {}) =>
    app.post("/sandbox/item/set_verification_status", {
      client_id,
      secret,
      access_token,
      account_id,
      verification_status,
      ...of,
    });
  const auth = () =>
    app.post("/auth/get", {
      client_id,
      secret,
      access_token,
      options: { account_ids: [account_id] },
    });
  return { ...app, access_token, account_id, set, auth, statusOf };
};

test("an account becomes automatically_verified at once, and its numbers are readable", async () => {
  const { set, auth, statusOf } = await pending();
  expect(await statusOf()).toBe("pending_automatic_verification");
  expect((await auth()).body.error_code).toBe("PRODUCT_NOT_READY");
  expect((await set("automatically_verified")).status).toBe(200);
  expect(await statusOf()).toBe("automatically_verified");
  expect((await auth()).body.numbers).toMatchObject({ ach: [{ account: expect.any(String) }] });
});

test("an expired verification stays expired over time", async () => {
  const { set, auth, advanceClock, statusOf } = await pending();
  expect((await set("verification_expired")).status).toBe(200);
  advanceClock(2 * DAY);
  expect(await statusOf()).toBe("verification_expired");
  expect((await auth()).body.numbers).toMatchObject({ ach: [] });
});

test("an unreachable verification status is refused, and nothing changes", async () => {
  const { set, statusOf } = await pending();
  for (const status of [
    "manually_verified",
    "verification_failed",
    "pending_manual_verification",
  ]) {
    expect((await set(status)).body).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: `verification_status cannot become ${status}: it is pending_automatic_verification`,
    });
    expect(await statusOf()).toBe("pending_automatic_verification");
  }
  await set("automatically_verified");
  expect((await set("verification_expired")).body.error_code).toBe("INVALID_FIELD");
  expect(await statusOf()).toBe("automatically_verified");
});

test("an account with numbers from its institution has no verification to set", async () => {
  const { call, link, set } = await pending();
  const { access_token } = await link();
  const { accounts } = (await call("/accounts/get", { access_token })) as {
    accounts: { account_id: string }[];
  };
  const other = { access_token, account_id: accounts[0]?.account_id };
  const { body } = await set("automatically_verified", other);
  expect(body.error_code).toBe("INVALID_FIELD");
  expect(body.error_message).toContain("the institution gave the numbers");
});

test("/processor/auth/get returns PRODUCT_NOT_READY while the verification is pending", async () => {
  const { access_token, account_id, call, client, post, keys, set, services } = await pending();
  await services.store.clients.setPartner(client.clientId, true);
  const { processor_token } = await call("/processor/token/create", {
    access_token,
    account_id,
    processor: "amberpay",
  });
  const { client_id, secret } = keys;
  const read = () => post("/processor/auth/get", { client_id, secret, processor_token });
  expect((await read()).body.error_code).toBe("PRODUCT_NOT_READY");
  await set("automatically_verified");
  expect((await read()).body.account).toMatchObject({
    verification_status: "automatically_verified",
  });
});
