import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { createInstitutionHttp } from "../../adapters/institution-http.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import { connectTo, grantIn, patientHttp } from "./connected-bank.fixture.ts";

let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT] });
});
afterEach(() => bank.behave());
afterAll(() => bank.close());

const dateBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const PERIOD = { from: dateBefore(20), to: dateBefore(0) };

/** "done", or the code of a promise's Fault; any other failure is thrown. */
const fetchOutcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.name === "Fault")
      return String(failure.code);
    throw failure;
  }
};

describe("faults of a sign-in", () => {
  test.each([
    ["metadata-missing", "UNSUPPORTED_RESPONSE"],
    ["metadata-garbled", "UNSUPPORTED_RESPONSE"],
    ["metadata-other-issuer", "UNSUPPORTED_RESPONSE"],
    ["push-refused", "UNSUPPORTED_RESPONSE"],
  ])("a sign-in that starts with the fault %s has the outcome %s", async (fault, code) => {
    const { start, logged } = connectTo(bank.issuer);
    bank.misbehave(fault);
    expect(await fetchOutcome(start())).toBe(code);
    expect(logged.join()).toContain(code);
    bank.behave();
    await start();
  });

  test.each([
    ["metadata-no-token-endpoint", "UNSUPPORTED_RESPONSE"],
    ["metadata-no-scopes", "done"],
    ["metadata-no-pkce", "done"],
    ["keys-missing", "UNSUPPORTED_RESPONSE"],
    ["keys-none", "UNSUPPORTED_RESPONSE"],
    ["keys-same-id", "done"],
    ["authorization-no-issuer", "OAUTH_ISSUER_MISMATCH"],
    ["authorization-wrong-issuer", "OAUTH_ISSUER_MISMATCH"],
    ["authorization-no-code", "UNSUPPORTED_RESPONSE"],
    ["authorization-server-error", "INSTITUTION_DOWN"],
    ["tokens-down", "INSTITUTION_NOT_RESPONDING"],
    ["tokens-garbled", "UNSUPPORTED_RESPONSE"],
    ["tokens-wrong-types", "UNSUPPORTED_RESPONSE"],
    ["tokens-no-access-token", "UNSUPPORTED_RESPONSE"],
    ["id-token-missing", "UNSUPPORTED_RESPONSE"],
    ["id-token-garbled", "UNSUPPORTED_RESPONSE"],
    ["id-token-unsigned", "UNSUPPORTED_RESPONSE"],
    ["id-token-unknown-key", "UNSUPPORTED_RESPONSE"],
    ["id-token-wrong-issuer", "UNSUPPORTED_RESPONSE"],
    ["id-token-wrong-audience", "UNSUPPORTED_RESPONSE"],
    ["id-token-wrong-nonce", "UNSUPPORTED_RESPONSE"],
    ["id-token-expired", "UNSUPPORTED_RESPONSE"],
    ["clock-ahead", "done"],
    ["refresh-token-missing", "done"],
    ["access-token-expired", "INSUFFICIENT_CREDENTIALS"],
    ["data-down", "INSTITUTION_NOT_RESPONDING"],
    ["data-rate-limited", "INSTITUTION_RATE_LIMIT"],
    ["accounts-no-list", "UNSUPPORTED_RESPONSE"],
  ])("a sign-in that ends with the fault %s has the outcome %s", async (fault, code) => {
    const { start, logged } = connectTo(bank.issuer);
    bank.misbehave(fault);
    const { url, progress, finish } = await start();
    const { state: _, ...parameters } = Object.fromEntries(await walkThrough(bank.issuer, url));
    expect(await fetchOutcome(finish(parameters))).toBe(code);
    const { verifier, dpopKey } = JSON.parse(progress);
    for (const secret of [parameters.code, verifier, dpopKey.d, CLIENT.secret, "eyJ"])
      expect(logged.join()).not.toContain(secret ?? "there is a code");
  });
});

test("metadata that was read stays good for as long as it cannot be read again", async () => {
  let now = Date.now();
  const { start } = connectTo(bank.issuer, { clock: () => now });
  await start();
  bank.misbehave("metadata-missing");
  await start();
  now += 60 * 60_000;
  await Promise.all([start(), start(), start()]);
  bank.behave();
  now += 60 * 60_000;
  await start();
});

describe("faults of the data", () => {
  let grant: Promise<string | null> | undefined;
  /** A connector with a login; all tests share one grant. */
  const signedIn = async (http?: InstitutionHttp) => {
    const client = connectTo(bank.issuer, http && { http });
    grant ??= connectTo(bank.issuer)
      .signIn()
      .then(({ login }) => login.connectorState);
    return { ...client, login: client.loginWith(await grant) };
  };

  test.each([
    ["data-garbled", "UNSUPPORTED_RESPONSE"],
    ["data-html", "UNSUPPORTED_RESPONSE"],
    ["data-down", "INSTITUTION_NOT_RESPONDING"],
    ["data-rate-limited-silently", "INSTITUTION_RATE_LIMIT"],
    ["account-no-id", "UNSUPPORTED_RESPONSE"],
    ["account-same-id", "UNSUPPORTED_RESPONSE"],
    ["account-balance-text", "UNSUPPORTED_RESPONSE"],
    ["accounts-none", "done"],
  ])("balances with the fault %s are read with the outcome %s", async (fault, code) => {
    const { connector, login } = await signedIn();
    bank.misbehave(fault);
    expect(await fetchOutcome(connector.balances(login))).toBe(code);
  });

  test.each([
    ["transaction-no-id", "UNSUPPORTED_RESPONSE"],
    ["transaction-amount-text", "UNSUPPORTED_RESPONSE"],
    ["transaction-no-direction", "UNSUPPORTED_RESPONSE"],
    ["transaction-no-time", "UNSUPPORTED_RESPONSE"],
    ["transaction-local-time", "UNSUPPORTED_RESPONSE"],
    ["paging-endless", "UNSUPPORTED_RESPONSE"],
    ["paging-repeats", "UNSUPPORTED_RESPONSE"],
  ])("transactions with the fault %s are read with the outcome %s", async (fault, code) => {
    const { connector, login } = await signedIn();
    bank.misbehave(fault);
    expect(await fetchOutcome(connector.transactions(login, PERIOD))).toBe(code);
  });

  test.each(["transaction-amount-negative", "transaction-no-status", "limit-ignored"])(
    "transactions with the fault %s are read as those of an institution without it",
    async (fault) => {
      const { connector, login } = await signedIn();
      const originals = await connector.transactions(login, PERIOD);
      bank.misbehave(fault);
      const comparable = (rows: typeof originals) =>
        rows.map(({ key, amount, date }) => ({ key, amount, date }));
      const rows = await connector.transactions(login, PERIOD);
      expect(comparable(rows)).toEqual(comparable(originals));
    },
  );

  test("accounts without type and currency are read with their other fields", async () => {
    const { connector, login } = await signedIn();
    bank.misbehave("account-no-type", "account-no-currency");
    for (const { balances } of await connector.balances(login)) {
      expect(balances).toMatchObject({ iso_currency_code: null, unofficial_currency_code: null });
      expect(balances?.current).not.toBeNull();
    }
  });

  test("transactions that share an id are read once, also without a description or with a later date", async () => {
    const { connector, login } = await signedIn();
    bank.misbehave("transaction-no-description");
    for (const { name } of await connector.transactions(login, PERIOD)) expect(name).not.toBe("");
    bank.misbehave("transaction-in-future");
    for (const { date } of await connector.transactions(login, PERIOD))
      expect(date >= PERIOD.from && date <= PERIOD.to).toBe(true);
    bank.misbehave("transaction-same-id");
    const keys = (await connector.transactions(login, PERIOD)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(["contact-missing", "customer-missing", "customer-no-name"])(
    "named owners are read if the fault is %s",
    async (fault) => {
      const { connector, login } = await signedIn();
      bank.misbehave(fault);
      expect(await fetchOutcome(connector.identity(login))).toBe("done");
    },
  );

  test("transactions outside the period are left out if the institution ignores the period", async () => {
    const { connector, login } = await signedIn();
    const originals = await connector.transactions(login, PERIOD);
    bank.misbehave("period-ignored");
    expect((await connector.transactions(login, PERIOD)).length).toBe(originals.length);
  });

  test("a field that is wrong is named in the log, without its value", async () => {
    const { connector, logged, login } = await signedIn();
    bank.misbehave("account-balance-text");
    await fetchOutcome(connector.balances(login));
    expect(logged.join()).toContain("accounts.0.currentBalance");
    expect(logged.join()).not.toContain(" USD");
  });

  test("a read does not wait for an institution that does not respond", async () => {
    // Only data requests have a short limit, since all others may take longer on a busy machine.
    const patient = patientHttp();
    const impatient = createInstitutionHttp({
      environment: "production",
      outboundHosts: null,
      responseLimit: 100,
    });
    onTestFinished(() => impatient.close());
    const { connector, login } = await signedIn({
      ...patient,
      open: (options) => {
        const [first, second] = [patient.open(options), impatient.open(options)];
        const fetch: typeof first.fetch = (url, request) =>
          (url.includes("/fdx/") ? second : first).fetch(url, request);
        return { ...first, fetch };
      },
    });
    bank.misbehave("data-slow");
    expect(await fetchOutcome(connector.balances(login))).toBe("INSTITUTION_NOT_RESPONDING");
  });

  test("a routing number that cannot be one is left out", async () => {
    bank.misbehave("payment-networks-wrong");
    const { accounts } = await connectTo(bank.issuer).signIn();
    expect(accounts.map(({ numbers }) => numbers)).toEqual([{}, {}, {}, {}]);
  });

  test("the log of faults has no tokens in it", async () => {
    const { connector, logged, login } = await signedIn();
    const { accessToken, refreshToken } = await grantIn(login);
    for (const fault of [
      "data-garbled",
      "data-down",
      "transaction-no-id",
      "access-token-expired",
    ]) {
      bank.misbehave(fault);
      await fetchOutcome(connector.transactions(login, PERIOD));
    }
    expect(logged.length).toBeGreaterThan(2);
    for (const token of [accessToken, refreshToken ?? "there is one"])
      expect(logged.join()).not.toContain(token);
  });
});
