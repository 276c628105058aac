import { expect, test } from "vitest";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { OAUTH_BANK, SITE, sandboxBankApp } from "../../../testing/test-app/sandbox-bank.ts";
import { LOGIN_ERRORS } from "../../connectors/sandbox/login-errors.ts";

const DAY = 86_400_000;

/** Errors that the user corrects on the bank's page. */
const PUT_RIGHT_THERE: ErrorCode[] = [
  "INVALID_CREDENTIALS",
  "INVALID_MFA",
  "RECAPTCHA_REQUIRED",
  "RECAPTCHA_BAD",
];

const parseAccounts = (body: Record<string, unknown>) => {
  const { request_id: _, ...fields } = body;
  return LoginResponse.parse(fields).selection?.accounts ?? [];
};

/** The keys of the offered accounts. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/name="account" value="([^"]+)"/g)].map(([, key = ""]) => key);

test("a user signs in at the bank's own pages, and the Item has data, and a consent of 12 months", async () => {
  const { app, atBank, shareAll, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  const page = await visitor.open();
  expect(page.status).toBe(200);
  for (const words of [
    "Platypus OAuth Bank",
    "Shop asks to read:",
    "Transactions",
    "Sign in and share",
  ])
    expect(page.text).toContain(words);
  const answer = await visitor.signIn("user_good", "pass_good");
  expect([answer.status, new URL(answer.location, "http://x").pathname]).toEqual([
    303,
    "/oauth/return",
  ]);
  const { page: back, body } = await visitor.sendCallback(answer);
  expect(back.text).toContain("You can close this window");
  const { access_token } = await shareAll(visitor.link, body);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(Object(accounts).length).toBeGreaterThan(1);
  const { item } = await app.call("/item/get", { access_token });
  const end = new Date(app.services.clock() + 365 * DAY).toISOString();
  expect(Object(item).consent_expiration_time).toBe(end);
});

test.each([
  ["user_yuppie", "pass_good", []],
  ["user_transactions_dynamic", "pass_good", []],
  ["user_credit_profile_poor", "{}", []],
  ["user_custom", '{"seed":"ada"}', []],
  ["user_good", "mfa_code", [["answer", { answer_0: "1234" }]]],
  [
    "user_good",
    "mfa_device",
    [
      ["answer", { answer_0: "phone-1" }],
      ["answer", { answer_0: "1234" }],
    ],
  ],
  [
    "user_good",
    "mfa_questions_1_2",
    [["answer", { answer_0: "answer_0_0", answer_1: "answer_0_1" }]],
  ],
  [
    "user_good",
    "mfa_selections",
    [["answer", { answer_0: "Yes", answer_1: "tomato", answer_2: "ketchup" }]],
  ],
  ["user_good", "recaptcha_good", [["confirm", { human: "true" }]]],
  [
    "user_custom",
    '{"mfa":{"type":"device"},"recaptcha":"good"}',
    [
      ["confirm", { human: "true" }],
      ["answer", { answer_0: "email" }],
      ["answer", { answer_0: "1234" }],
    ],
  ],
] as const)(
  "%s with %s signs in at the bank, as at one with a form",
  async (username, password, steps) => {
    const { atBank, visit } = await sandboxBankApp();
    const visitor = await visit(await atBank());
    let answer = await visitor.signIn(username, password);
    for (const [action, fields] of steps) {
      expect(answer.location).toBe(`${SITE}?state=${visitor.state}`);
      answer = await visitor.act(action, fields);
    }
    const { body } = await visitor.sendCallback(answer);
    expect(parseAccounts(body).length).toBeGreaterThan(0);
  },
);

test.each(LOGIN_ERRORS.filter((code) => !PUT_RIGHT_THERE.includes(code)))(
  "error_%s comes back to Link",
  async (code) => {
    const { atBank, visit } = await sandboxBankApp();
    const visitor = await visit(await atBank());
    let answer = await visitor.signIn("user_good", `error_${code}`);
    if (code === "ACCESS_NOT_GRANTED") {
      expect((await visitor.open()).text).toContain("You may not share these accounts");
      answer = await visitor.act("cancel");
    }
    const { body } = await visitor.sendCallback(answer);
    // At the bank's own site no user name is typed in Link, so the user picked another login there.
    const isMismatch = code === "INVALID_UPDATED_USERNAME";
    expect(body.error_code).toBe(isMismatch ? "OAUTH_LOGIN_MISMATCH" : code);
  },
);

test.each([
  ["user_good", "pass_bad", "Those details did not match"],
  ["user_nobody", "pass_good", "Those details did not match"],
  ["user_good", "error_INVALID_MFA", "That answer did not match"],
  ["user_good", "error_RECAPTCHA_BAD", "The check did not work"],
  ["user_custom", "not json", "the password of user_custom is not valid: it must be a JSON object"],
])(
  "%s with %s is told what is wrong on the page, and tries again there",
  async (username, password, words) => {
    const { atBank, visit } = await sandboxBankApp();
    const visitor = await visit(await atBank());
    const answer = await visitor.signIn(username, password);
    expect(answer.location).toBe(`${SITE}?state=${visitor.state}`);
    const problem = /role="alert"[^>]*>(.*?)<\/p>/s.exec((await visitor.open()).text)?.[1];
    expect(problem).toContain(words);
    const { body } = await visitor.sendCallback(await visitor.signIn("user_good", "pass_good"));
    expect(parseAccounts(body).length).toBeGreaterThan(1);
  },
);

test("a wrong answer and a refused captcha are corrected on the page", async () => {
  const { atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  await visitor.signIn("user_good", "mfa_code");
  await visitor.act("answer", { answer_0: "4321" });
  expect((await visitor.open()).text).toMatch(/role="alert".*name="answer_0"/s);
  await visitor.signIn("user_good", "recaptcha_good");
  await visitor.act("confirm");
  expect((await visitor.open()).text).toMatch(/role="alert".*name="human"/s);
  await visitor.signIn("user_good", "recaptcha_bad");
  await visitor.act("confirm", { human: "true" });
  expect((await visitor.open()).text).toMatch(/role="alert".*name="human"/s);
  const { body } = await visitor.sendCallback(await visitor.act("cancel"));
  expect(body.error_code).toBe("OAUTH_USER_CANCELLED");
});

test("a user shares only the accounts chosen at the bank, for the time chosen there", async () => {
  const { app, atBank, shareAll, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  await visitor.signIn("user_good", "pass_good", "choose");
  const keys = keysIn((await visitor.open()).text);
  expect(keys.length).toBeGreaterThan(2);
  for (const account of [[], ["somebody-elses"]])
    await visitor.act("share", { account, days: "7" });
  expect((await visitor.open()).text).toContain("Choose at least one account");
  const answer = await visitor.act("share", { account: keys.slice(0, 2), days: "7" });
  const { body } = await visitor.sendCallback(answer);
  expect(parseAccounts(body)).toHaveLength(2);
  const { access_token } = await shareAll(visitor.link, body);
  await app.runJobs();
  const { accounts } = await app.call("/accounts/balance/get", { access_token });
  expect(Object(accounts)).toHaveLength(2);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({
    error: null,
    consent_expiration_time: new Date(app.services.clock() + 7 * DAY).toISOString(),
  });
});

test("an Item that is shared for 7 days announces its end at once, and requires a login after that", async () => {
  const { app, atBank, shareAll, visit } = await sandboxBankApp();
  const { received, url } = await testReceiver();
  const visitor = await visit(await atBank({ webhook: url }));
  await visitor.signIn("user_good", "pass_good", "choose");
  const [account = ""] = keysIn((await visitor.open()).text);
  const { body } = await visitor.sendCallback(await visitor.act("share", { account, days: "7" }));
  const { access_token } = await shareAll(visitor.link, body);
  const end = new Date(app.services.clock() + 7 * DAY).toISOString();
  const itemWebhooks = async () => {
    for (let round = 0; round < 3; round++) await app.runJobs();
    return received
      .splice(0)
      .flatMap((delivery) => (delivery.body.webhook_type === "ITEM" ? delivery.body : []));
  };
  expect(await itemWebhooks()).toMatchObject([
    { webhook_code: "PENDING_DISCONNECT", disconnect_time: end },
  ]);
  app.advanceClock(7 * DAY);
  expect(await itemWebhooks()).toMatchObject([{ webhook_code: "ERROR" }]);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ error: { error_code: "ITEM_LOGIN_REQUIRED" } });
});

test("accounts that were not shared at the bank, and new ones, are offered in update mode", async () => {
  const { app, atBank, shareAll, visit } = await sandboxBankApp();
  const { url } = await testReceiver();
  const visitor = await visit(await atBank({ webhook: url }));
  await visitor.signIn("user_good", "pass_good", "choose");
  const [account = ""] = keysIn((await visitor.open()).text);
  const answer = await visitor.act("share", { account, days: "365" });
  const { body } = await visitor.sendCallback(answer);
  const { access_token } = await shareAll(visitor.link, body);
  const countAccounts = async () =>
    Object((await app.call("/accounts/balance/get", { access_token })).accounts).length;
  const fired = { access_token, webhook_code: "NEW_ACCOUNTS_AVAILABLE" };
  await app.call("/sandbox/item/fire_webhook", fired);
  expect(await countAccounts()).toBe(1);
  const { link_token } = await app.call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "user-1" },
    access_token,
    update: { account_selection_enabled: true },
  });
  const login = await visit(await app.startLink({ token: link_token }));
  const { body: offer } = await login.sendCallback(await login.signIn("user_good", "pass_good"));
  expect(parseAccounts(offer).map(({ name }) => name)).toEqual([
    "Checking",
    "Savings",
    "New Savings",
  ]);
  const account_ids = parseAccounts(offer).map(({ id }) => id);
  expect((await login.link.bridge("accounts/select", { account_ids })).status).toBe(200);
  expect(await countAccounts()).toBe(3);
});

test("a user who cancels has agreed to nothing, and may go to the bank again", async () => {
  const { atBank, visit } = await sandboxBankApp();
  const link = await atBank();
  const first = await visit(link);
  const { page, body } = await first.sendCallback(await first.act("cancel"));
  expect(page.text).toContain("Platypus\u00a0OAuth\u00a0Bank was not connected");
  expect(body.error_code).toBe("OAUTH_USER_CANCELLED");
  const second = await visit(link);
  expect(second.state).not.toBe(first.state);
  const { body: accounts } = await second.sendCallback(
    await second.signIn("user_good", "pass_good"),
  );
  expect(parseAccounts(accounts).length).toBeGreaterThan(1);
});

test("/sandbox/public_token/create connects the bank without a browser, and its user renews it at the bank", async () => {
  const { app, update, visit } = await sandboxBankApp();
  const { access_token } = await app.link(OAUTH_BANK, ["auth", "transactions"]);
  await app.runJobs();
  const pay = {
    amount: 9.5,
    description: "By hand",
    date_transacted: "2026-01-10",
    date_posted: "2026-01-10",
  };
  await app.call("/sandbox/transactions/create", { access_token, transactions: [pay] });
  await app.call("/sandbox/item/reset_login", { access_token });
  const login = await visit(await update(access_token));
  expect((await login.open()).text).toContain("asks to continue reading:");
  const { body: mismatch } = await login.sendCallback(
    await login.signIn("user_yuppie", "pass_good"),
  );
  expect(mismatch.error_code).toBe("OAUTH_LOGIN_MISMATCH");
  const again = await visit(login.link);
  const { status, body } = await again.sendCallback(await again.signIn("user_good", "pass_good"));
  expect([status, Object(body).connection === null]).toEqual([200, false]);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ error: null, consent_expiration_time: expect.any(String) });
  await app.runJobs();
  const dates = { start_date: "2026-01-01", end_date: "2026-01-15" };
  const { transactions } = await app.call("/transactions/get", { access_token, ...dates });
  expect(JSON.stringify(transactions)).toContain("By hand");
});
