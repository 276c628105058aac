import { expect, test, vi } from "vitest";
import { answerInApp } from "../../../../demo/bank/app.fixture.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { withPerson } from "../../domain/presence.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { compareBooks } from "./compare-books.fixture.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

const ADA = { login_hint: "ada" };

/** A user with a consent to approve in the bank's app, while time passes. */
const startApproval = async (options: Parameters<typeof bankApp>[0] = {}) => {
  const bank = await bankApp({ standard: "berlin-group", approach: "decoupled", ...options });
  const { app } = bank;
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const link = await bank.open({ products: ["transactions", "identity"] });
  const { approval } = LoginResponse.parse(await bank.submit(link, ADA));
  const wait = async () => (await link.bridge("redirect/await", {})).body.returned;
  return { ...bank, link, approval, code: approval?.code ?? "", wait };
};

test("a user approves a consent in the bank's app, the store is equal to its books, and a removal ends it", async () => {
  const bank = await startApproval();
  const { app, link, approval, code, wait } = bank;
  expect(approval).toMatchObject({
    title: "Approve in the app of Lantern Bank",
    help: expect.stringContaining(
      "Lantern Bank says: “Please approve in the app of Lanternfield Bank.”",
    ),
    code: expect.stringMatching(/^\d{4}$/),
  });
  expect(await wait()).toBe(false);
  expect(await answerInApp(bank.issuer, code, "approve")).toContain("Ada");
  expect(await wait()).toBe(true);
  const { selection } = await bank.goOn(link);
  const { public_token } = await bank.share(link, selection);
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const { stored, booked, rows } = await compareBooks(app, String(access_token));
  expect(rows).toBeGreaterThan(500);
  expect(stored).toEqual(booked);
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
});

test("a user who refuses in the app comes back to the form, and no consent stays", async () => {
  const bank = await startApproval();
  await answerInApp(bank.issuer, bank.code, "refuse");
  expect(await bank.wait()).toBe(true);
  await expect(bank.goOn(bank.link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
  const { approval } = LoginResponse.parse(await bank.submit(bank.link, ADA));
  await answerInApp(bank.issuer, approval?.code ?? "", "approve");
  expect(await bank.wait()).toBe(true);
  expect((await bank.goOn(bank.link)).selection?.accounts.length).toBeGreaterThan(0);
});

test("an approval that does not come in time ends in USER_INPUT_TIMEOUT, and its consent at the bank", async () => {
  const { app, wait, goOn, link, intents } = await startApproval();
  for (let waits = 1; !(await wait()); waits++) expect(waits).toBeLessThan(40);
  expect(intents()).toHaveLength(1);
  await expect(goOn(link)).rejects.toThrow("USER_INPUT_TIMEOUT");
  await app.runJobs();
  expect(intents()).toEqual([]);
});

test("a consent that its user leaves, or asks for another time, ends at the bank", async () => {
  const { app, link, submit, code, issuer, wait, goOn, intents } = await startApproval();
  await app.runJobs();
  expect(intents()).toHaveLength(1);
  const { approval } = LoginResponse.parse(await submit(link, ADA));
  expect(approval?.code).not.toBe(code);
  await app.runJobs();
  expect(intents()).toHaveLength(1);
  await answerInApp(issuer, approval?.code ?? "", "approve");
  expect(await wait()).toBe(true);
  expect((await goOn(link)).selection?.accounts.length).toBeGreaterThan(0);
  await app.runJobs();
  expect(intents()).toMatchObject([{ status: "Authorised" }]);
  const other = await startApproval();
  await other.link.bridge("session/exit", { status: null });
  await other.app.runJobs();
  expect(other.intents()).toEqual([]);
});

test("a consent of a session that expires ends at the bank", async () => {
  const { app, intents } = await startApproval();
  app.advanceClock(5 * 3_600_000);
  for (let round = 0; round < 3; round++) await app.runJobs();
  expect(intents()).toEqual([]);
});

test("a consent that ends while it is waited for is refused as too late", async () => {
  const { wait, goOn, link, code, issuer, app } = await startApproval({ consentDays: 0.0001 });
  await answerInApp(issuer, code, "approve");
  app.advanceClock(10_000);
  expect(await wait()).toBe(true);
  await expect(goOn(link)).rejects.toThrow("USER_INPUT_TIMEOUT");
});

test("a user name that the bank does not know is refused with INVALID_CREDENTIALS", async () => {
  const { submit, link } = await startApproval();
  expect(await submit(link, { login_hint: "nobody" })).toMatchObject({
    error_code: "INVALID_CREDENTIALS",
  });
});

/** The connector at a bank whose response to the start the test defines. */
const berlinApproval = async (started: (path: string) => Response | null) => {
  const bank = await berlinBank({}, { approach: "decoupled" });
  bank.responses.change = ({ url, method }) => (method === "POST" ? started(url.pathname) : null);
  const start = async () => {
    const step = await withPerson(PERSON, () => bank.connector.start(INSTITUTION_ID, ADA));
    if (step.at !== "approval") throw new Error("its users approve in its app");
    const poll = () => bank.connector.approval?.poll(INSTITUTION_ID, {}, step.progress);
    return { ...step, poll };
  };
  return { ...bank, start };
};

const toConsent = (more: object, headers: Record<string, string> = {}) =>
  Response.json({ consentId: "c-1", consentStatus: "received", ...more }, { status: 201, headers });

test("the request names the user, and that they approve in the app", async () => {
  const { start, calls } = await berlinApproval(() => null);
  await start();
  for (const { headers } of calls.filter(({ method }) => method === "POST")) {
    expect(headers).toMatchObject({
      "psu-id": "ada",
      "tpp-redirect-preferred": "false",
      "tpp-decoupled-preferred": "true",
    });
    expect(headers).not.toHaveProperty("tpp-redirect-uri");
  }
  expect(calls.map(({ url }) => url.pathname.replace(/intent-[\w-]+/, "id"))).toEqual([
    "/v1/consents",
    "/v1/consents/id/authorisations",
  ]);
});

test("an authorization that the consent has started itself is polled, without a code and with the bank's words", async () => {
  const { start, calls, responses } = await berlinApproval(() =>
    toConsent({
      psuMessage: "Bitte\n\u202ein der App  bestätigen",
      _links: {
        scaStatus: { href: "https://bank.example/psd2/v1/consents/c-1/authorisations/a-7" },
      },
    }),
  );
  const { code, message, poll } = await start();
  expect({ code, message }).toEqual({ code: null, message: "Bitte in der App bestätigen" });
  expect(calls).toHaveLength(1);
  const states = ["started", "received", "failed"];
  responses.change = ({ url }) => {
    expect(url.pathname).toBe("/v1/consents/c-1/authorisations/a-7");
    return Response.json({ scaStatus: states.shift() });
  };
  expect([await poll(), await poll()]).toEqual([
    { at: "pending", slowDown: false },
    { at: "pending", slowDown: false },
  ]);
  await expect(poll()).rejects.toMatchObject({ code: "OAUTH_USER_CANCELLED" });
});

test("a bank without authorizations is asked for the status of the consent alone", async () => {
  const { start, responses, discarded } = await berlinApproval((path) =>
    path === "/v1/consents"
      ? toConsent({ _links: { status: { href: "/v1/consents/c-1/status" } } })
      : new Response(null, { status: 405 }),
  );
  const { poll } = await start();
  const states = ["received", "partiallyAuthorised"];
  responses.change = ({ url }) => {
    expect(url.pathname).toBe("/v1/consents/c-1");
    return Response.json({ consentStatus: states.shift() });
  };
  expect(await poll()).toEqual({ at: "pending", slowDown: false });
  await expect(poll()).rejects.toMatchObject({ code: "INSUFFICIENT_CREDENTIALS" });
  expect(discarded).toHaveLength(1);
});

test("states in capitals, an unknown one and a long message are understood as well as they can be", async () => {
  const sentence = "Please approve the request in the app of your bank. ".repeat(9).trim();
  const { start, responses } = await berlinApproval(() =>
    toConsent({
      psuMessage: sentence,
      _links: { scaStatus: { href: "/v1/consents/c-1/authorisations/a-7" } },
    }),
  );
  const { message, poll } = await start();
  expect(message).toBe(sentence);
  const states = ["pending", "FINALISED"];
  responses.change = ({ url }) =>
    url.pathname.endsWith("/a-7")
      ? Response.json({ scaStatus: states.shift() })
      : Response.json({ consentStatus: "RECEIVED" });
  const pending = { at: "pending", slowDown: false };
  expect([await poll(), await poll()]).toEqual([pending, pending]);
});

test.each([
  ["no authorization of its own", { _links: { self: { href: "/v1/consents/c-1" } } }],
  ["a status of the consent alone", { _links: {} }],
])("a consent with %s is watched by an authorization that is started", async (_, body) => {
  const { start, calls } = await berlinApproval((path) =>
    path === "/v1/consents"
      ? toConsent(body)
      : Response.json({ authorisationId: "a-1", scaStatus: "started" }, { status: 201 }),
  );
  await start();
  expect(calls.map(({ url, method }) => `${method} ${url.pathname}`)).toEqual([
    "POST /v1/consents",
    "POST /v1/consents/c-1/authorisations",
  ]);
});

test("a bank that is down while it is polled changes nothing", async () => {
  const { start, responses, discarded } = await berlinApproval(() => null);
  const { poll } = await start();
  responses.change = () => new Response(null, { status: 503 });
  await expect(poll()).rejects.toMatchObject({ code: "INSTITUTION_NOT_RESPONDING" });
  expect(discarded).toEqual([]);
  responses.change = () => null;
  expect(await poll()).toEqual({ at: "pending", slowDown: false });
});

test("a bank that has chosen another approach is named in the log with the option to set", async () => {
  const { start, logged } = await berlinApproval(() =>
    toConsent(
      { _links: { scaRedirect: { href: "https://bank.example/" } } },
      { "aspsp-sca-approach": "REDIRECT" },
    ),
  );
  await expect(start()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("connect it with --approach redirect");
});

test("a site whose link comes with an authorization that is started is visited", async () => {
  const bank = await berlinBank({}, { approach: "redirect" });
  bank.responses.change = ({ url, method }) =>
    method === "POST" && url.pathname === "/v1/consents"
      ? toConsent({ _links: { startAuthorisation: { href: "/v1/consents/c-1/authorisations" } } })
      : method === "POST"
        ? Response.json(
            {
              authorisationId: "a-1",
              _links: { scaRedirect: { href: "https://login.bank.example/a-1" } },
            },
            { status: 201 },
          )
        : null;
  const { url } = await bank.start();
  expect(url).toBe("https://login.bank.example/a-1");
});
