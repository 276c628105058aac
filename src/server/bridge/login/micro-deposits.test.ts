import { expect, test, vi } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import type { Numbers } from "../../../protocol/numbers.ts";
import type { VerificationStatus } from "../../../protocol/vocabulary.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import type { ItemAccount } from "../../domain/items/item.ts";

const HOUNDSTOOTH = { institution_id: "ins_109512" };
const USER = { user: { legalName: "Jane Doe", emailAddress: "jane@mail.example" } };
const HOUR = 3_600_000;

type App = Awaited<ReturnType<typeof testApp>>;

const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;
const toResponse = ({ body }: { body: Record<string, unknown> }) => {
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};
const toStatuses = (accounts: { verification_status?: unknown }[] | null | undefined) =>
  accounts?.map(({ verification_status }) => verification_status);
/** Returns the API's response about an Item, whether success or refusal. */
const postOk = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body;
};
const setStatus = (
  { call }: App,
  access_token: string,
  { account }: ItemAccount,
  verification_status: VerificationStatus,
) =>
  call("/sandbox/item/set_verification_status", {
    access_token,
    account_id: account.account_id,
    verification_status,
  });
const exchange = async ({ call }: App, public_token: string | undefined) =>
  String((await call("/item/public_token/exchange", { public_token })).access_token);

const signIn = async (app: App, config: object, credentials: object) => {
  const link = await app.startLink({ product: ["auth"], ...config });
  await link.bridge("institution/select", HOUNDSTOOTH);
  return link.bridge("credentials/submit", { ...HOUNDSTOOTH, credentials });
};
const pending = async (app: App) => {
  const config = { ...USER, accountSelection: "disabled" };
  const answer = await signIn(app, config, {
    username: "user_good",
    password: "microdeposits_good",
  });
  return exchange(app, toResponse(answer).connection?.public_token);
};

test("with all Auth features accounts are linked with a pending verification", async () => {
  const app = await testApp();
  for (const credentials of [
    { username: "user_good", password: "microdeposits_good" },
    { username: "microdeposits_good", password: "pass_good" },
  ]) {
    const { selection } = toResponse(await signIn(app, USER, credentials));
    expect(toStatuses(selection?.accounts)).toEqual([
      "pending_automatic_verification",
      "pending_automatic_verification",
    ]);
    expect(code(await signIn(app, {}, credentials))).toBe("NO_ACCOUNTS");
  }
});

test("pending accounts have no numbers for a day, and then have them", async () => {
  const app = await testApp();
  const access_token = await pending(app);
  app.advanceClock(24 * HOUR - 1);
  expect(await postOk(app, "/auth/get", { access_token })).toMatchObject({
    error_code: "PRODUCT_NOT_READY",
  });
  const { accounts } = await postOk(app, "/accounts/get", { access_token });
  expect(toStatuses(accounts as [])).toEqual([
    "pending_automatic_verification",
    "pending_automatic_verification",
  ]);
  app.advanceClock(1);
  const ready = await app.call("/auth/get", { access_token });
  expect((ready.numbers as Numbers).ach).toHaveLength(2);
  expect(toStatuses(ready.accounts as [])).toEqual([
    "automatically_verified",
    "automatically_verified",
  ]);
});

test("an account verified during a new login stays verified", async () => {
  const app = await testApp();
  const access_token = await pending(app);
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const link = await app.startLink({ token: public_token });
  const { sessions, items } = app.services.store;
  const { advance } = sessions;
  vi.spyOn(sessions, "advance").mockImplementationOnce(async (session, move) => {
    const [one] = await items.accounts(session.updateItemId ?? "");
    if (one) await setStatus(app, access_token, one, "automatically_verified");
    return advance(session, move);
  });
  const credentials = { username: "user_good", password: "microdeposits_good" };
  const answer = await link.bridge("credentials/submit", { ...HOUNDSTOOTH, credentials });
  expect(toResponse(answer).connection).not.toBeNull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(toStatuses(accounts as [])).toEqual([
    "automatically_verified",
    "pending_automatic_verification",
  ]);
});

test("accounts are verified one by one", async () => {
  const app = await testApp();
  const access_token = await pending(app);
  const { item } = await app.call("/item/get", { access_token });
  const { item_id } = item as { item_id: string };
  const [first, second] = await app.services.store.items.accounts(item_id);
  if (!first || !second) throw new Error("there are two accounts");
  await setStatus(app, access_token, first, "automatically_verified");
  const numbers = async (account: typeof first) => {
    const options = { account_ids: [account.account.account_id] };
    const body = await postOk(app, "/auth/get", { access_token, options });
    return body.error_code ?? (body.numbers as Numbers).ach.length;
  };
  expect(await numbers(first)).toBe(1);
  expect(await numbers(second)).toBe("PRODUCT_NOT_READY");
  const { numbers: some } = await app.call("/auth/get", { access_token });
  expect((some as Numbers).ach).toHaveLength(1);
  await setStatus(app, access_token, second, "verification_expired");
  app.advanceClock(48 * HOUR);
  expect(await numbers(second)).toBe(0);
});

test("the micro-deposits login is refused at another institution", async () => {
  const { startLink } = await testApp();
  const link = await startLink(USER);
  await link.bridge("institution/select", { institution_id: "ins_109508" });
  const answer = await link.bridge("credentials/submit", {
    institution_id: "ins_109508",
    credentials: { username: "user_good", password: "microdeposits_good" },
  });
  expect(code(answer)).toBe("INVALID_CREDENTIALS");
});
