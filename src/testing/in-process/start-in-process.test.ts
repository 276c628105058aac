import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { receiveWebhooks } from "../kit/webhooks.ts";
import { memoryFolder } from "../memory-folder.ts";
import { type InProcessOptions, startInProcess } from "./start-in-process.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-01-15T12:00:00Z");

const start = async (options: Partial<InProcessOptions> = {}) => {
  const service = await startInProcess({
    pages: "dist/public",
    seed: "a seed",
    now: NOW,
    jobs: "manual",
    origins: [],
    redirectUris: [],
    variables: {},
    log: undefined,
    ...options,
  });
  onTestFinished(service.stop);
  const call = async (path: string, body: object = {}) => {
    const response = await fetch(service.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "service-client-id": service.keys.clientId,
        "service-secret": service.keys.secret,
      },
      body: JSON.stringify(body),
    });
    return await response.json();
  };
  const link = async () => {
    const { public_token } = await call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth", "transactions"],
    });
    return call("/item/public_token/exchange", { public_token });
  };
  return { ...service, call, link };
};

test("a webhook is signed by the machine's time, however far the service's clock is moved", async () => {
  const { call, clock, runJobs } = await start();
  const webhooks = await receiveWebhooks();
  onTestFinished(webhooks.close);
  const { public_token } = await call("/sandbox/public_token/create", {
    ...{ institution_id: "ins_109508", initial_products: ["auth"] },
    options: { webhook: webhooks.url },
  });
  const { access_token } = await call("/item/public_token/exchange", { public_token });
  for (const time of [NOW + 40 * DAY_MS, NOW - 400 * DAY_MS]) {
    clock.set(time);
    await call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
    await runJobs();
    const { headers } = await webhooks.next({ webhook_code: "ERROR" });
    const jwt = String(headers["service-verification"]);
    const key_id = decodeProtectedHeader(jwt).kid;
    const { key } = await call("/webhook_verification_key/get", { key_id });
    // The application checks against its own clock.
    await jwtVerify(jwt, await importJWK(key, "ES256"), { maxTokenAge: "5 min" });
  }
});

test("a reset leaves no Item, session or count of before, and the keys stay", async () => {
  const { call, link, reset, runJobs } = await start();
  const item = await link();
  await runJobs();
  expect((await call("/accounts/get", item)).error_code).toBe("UNKNOWN_FIELDS");
  const { access_token } = item;
  const { accounts } = await call("/accounts/get", { access_token });
  await reset();
  expect(await call("/accounts/get", { access_token })).toMatchObject({
    error_code: "INVALID_ACCESS_TOKEN",
  });
  const next = await link();
  expect(next.item_id).not.toBe(item.item_id);
  const again = await call("/accounts/get", { access_token: next.access_token });
  expect(again.accounts).toHaveLength(accounts.length);
  expect(again.accounts[0].account_id).not.toBe(accounts[0].account_id);
});

test("a reset waits for a transaction that is open", async () => {
  const { call, link, reset } = await start({ jobs: "auto" });
  for (let times = 0; times < 5; times++)
    await Promise.all([...Array.from({ length: 5 }, () => link()), reset(), reset()]);
  const { access_token } = await link();
  expect((await call("/accounts/get", { access_token })).accounts.length).toBeGreaterThan(0);
});

test("the same seed and the same calls give the same ids, tokens and transactions", async () => {
  const run = async (seed: string) => {
    const { call, link, keys, runJobs } = await start({ seed });
    const { access_token, item_id } = await link();
    await runJobs();
    const { transactions } = await call("/transactions/get", {
      access_token,
      start_date: "2025-12-01",
      end_date: "2026-01-15",
    });
    const answer = JSON.stringify({ keys, access_token, item_id, transactions });
    // Addresses of icons have the server's own port.
    return JSON.parse(answer.replace(/localhost:\d+/g, "localhost"));
  };
  const first = await run("one");
  expect(first.transactions.length).toBeGreaterThan(10);
  expect(await run("one")).toEqual(first);
  expect((await run("two")).item_id).not.toBe(first.item_id);
});

test("a link token expires when the clock has moved past its end, and a reset moves it back", async () => {
  const { call, clock, reset } = await start();
  const create = () =>
    call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      products: ["auth"],
      user: { client_user_id: "user-1" },
    });
  expect((await create()).expiration).toBe("2026-01-15T16:00:00.000Z");
  clock.set(NOW + 3_600_000);
  expect((await create()).expiration).toBe("2026-01-15T17:00:00.000Z");
  await reset();
  expect((await create()).expiration).toBe("2026-01-15T16:00:00.000Z");
});

test("jobs that run by themselves deliver due webhooks, and runJobs waits for them", async () => {
  const { call, link, runJobs } = await start({ jobs: "auto" });
  const { access_token } = await link();
  await runJobs();
  const { transactions_update_status } = await call("/transactions/sync", { access_token });
  expect(transactions_update_status).toBe("HISTORICAL_UPDATE_COMPLETE");
});

test.each([
  [
    { SERVICE_ENV: "production" },
    "variables.SERVICE_ENV must be left out: it runs the sandbox only",
  ],
  [{ DATABASE_URL: "postgres://db" }, "variables.DATABASE_URL must be left out"],
  [{ SERVICE_BRAND: "no brand" }, "SERVICE_BRAND"],
])("the variables %o are refused, and nothing is left behind", async (variables, message) => {
  const folder = memoryFolder() ?? tmpdir();
  const before = readdirSync(folder);
  await expect(start({ variables })).rejects.toThrow(message);
  const added = readdirSync(folder).filter((name) => !before.includes(name));
  expect(added.filter((name) => name.startsWith("service-link-test-"))).toEqual([]);
});

test.each([
  [{ origins: ["shop.example"] }, "origins: shop.example must be like https://shop.example"],
  [{ redirectUris: ["http://shop.example/"] }, "redirectUris: http://shop.example/ must begin"],
])("%o are refused with the reason", async (options, message) => {
  await expect(start(options)).rejects.toThrow(message);
});
