import { expect, test, vi } from "vitest";
import { answerInApp } from "../../../../demo/bank/app.fixture.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { openCredentials } from "../../domain/connectors/open-login.ts";
import { withPerson } from "../../domain/presence.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { compareBooks } from "./compare-books.fixture.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

const PASSWORD = "lantern";
const ADA = { login_hint: "ada", password: PASSWORD };

/** A user at the form of a bank whose password Link asks for. */
const atForm = async () => {
  const bank = await bankApp({ standard: "berlin-group", approach: "embedded" });
  const link = await bank.open({ products: ["transactions", "identity"] });
  const answer = async (text: string) => {
    const { request_id: _, ...fields } = (await link.bridge("mfa/submit", { answers: [text] }))
      .body;
    return fields;
  };
  const step = (fields: object) => LoginResponse.parse(fields);
  return { ...bank, link, answer, step };
};

test("a user links by their password, a method and its code; the store is equal to the books, and keeps no password", async () => {
  const bank = await atForm();
  const { app, link, answer, step } = bank;
  expect(step(await bank.submit(link, ADA)).challenge).toEqual({
    type: "selections",
    questions: [
      {
        question: "How do you want to confirm that it is you?",
        options: ["SMS to •••• 6789", "A picture with a code", "The app"],
      },
    ],
  });
  expect(step(await answer("A picture with a code")).challenge).toEqual({
    ...{ type: "code", sent_to: null, hint: "Type the code in the picture." },
    picture: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
  });
  const { selection } = step(await answer("2468"));
  const { public_token } = await bank.share(link, selection);
  const { access_token, item_id } = await app.call("/item/public_token/exchange", { public_token });
  const { stored, booked, rows } = await compareBooks(app, String(access_token));
  expect(rows).toBeGreaterThan(500);
  expect(stored).toEqual(booked);
  expect(bank.intents()).toMatchObject([{ status: "Authorised" }]);
  const item = await app.services.store.items.byItemId(String(item_id));
  if (!item) throw new Error("it is linked");
  expect(openCredentials(app.services, item)).toEqual({ login_hint: "ada" });
  await app.call("/item/remove", { access_token });
  await app.runJobs();
  expect(bank.intents()).toEqual([]);
});

test("a session that waits for a method or a code keeps no password", async () => {
  const { app, link, submit, answer } = await atForm();
  const stored = async () => {
    const session = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
    if (session?.step.at !== "mfa") throw new Error("it waits for an answer");
    return openCredentials(app.services, session.step);
  };
  await submit(link, ADA);
  expect(await stored()).toEqual({ login_hint: "ada" });
  await answer("SMS to •••• 6789");
  expect(await stored()).toEqual({ login_hint: "ada" });
});

test("a wrong password is sent once, comes back to the form, and no consent stays", async () => {
  const bank = await atForm();
  const wrong = await bank.submit(bank.link, { ...ADA, password: "wrong" });
  expect(wrong).toMatchObject({ error_code: "INVALID_CREDENTIALS" });
  await bank.app.runJobs();
  expect(bank.intents()).toEqual([]);
  expect(bank.step(await bank.submit(bank.link, ADA)).challenge?.type).toBe("selections");
});

test("a wrong code may be entered again, until the bank ends the authorization", async () => {
  const { app, link, answer, step, submit, intents } = await atForm();
  await submit(link, ADA);
  expect(step(await answer("SMS to •••• 6789")).challenge).toMatchObject({
    hint: "We have sent a code to •••• 6789.",
  });
  for (const code of ["1111", "2222"])
    expect(await answer(code)).toMatchObject({ error_code: "INVALID_MFA" });
  expect(await answer("3333")).toMatchObject({ error_code: "INSUFFICIENT_CREDENTIALS" });
  await app.runJobs();
  expect(intents()).toEqual([]);
  expect(step(await submit(link, ADA)).challenge?.type).toBe("selections");
});

/** The connector at a bank whose responses to the form's steps the test defines. */
const berlinForm = async (respond: (path: string, method: string) => Response | null) => {
  const bank = await berlinBank({}, { approach: "embedded" });
  bank.responses.change = ({ url, method }) => respond(url.pathname, method);
  const start = () => withPerson(PERSON, () => bank.connector.start(INSTITUTION_ID, ADA));
  const bodies = () =>
    bank.calls
      .filter(({ url }) => url.pathname.includes("/authorisations"))
      .map(({ method, body }) => [method, JSON.parse(String(body))]);
  return { ...bank, start, bodies };
};

const toConsent = (_links: object) =>
  Response.json({ consentId: "c-1", consentStatus: "received", _links }, { status: 201 });
const STEP = { authorisationId: "a-1", scaStatus: "psuAuthenticated" };

test("a wrong password is never sent again by the server itself", async () => {
  const { start, bodies, discarded, calls } = await berlinForm((_, method) =>
    method === "PUT" ? Response.json({ ...STEP, scaStatus: "failed" }) : null,
  );
  await expect(start()).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  expect(bodies()).toEqual([
    ["POST", {}],
    ["PUT", { psuData: { password: PASSWORD } }],
  ]);
  expect(discarded).toHaveLength(1);
  for (const { url, headers } of calls)
    expect(JSON.stringify([url, headers])).not.toContain(PASSWORD);
  const down = await berlinForm((_, method) =>
    method === "PUT" ? new Response(null, { status: 503 }) : null,
  );
  await expect(down.start()).rejects.toMatchObject({ code: "INSTITUTION_NOT_RESPONDING" });
  expect(down.bodies()).toHaveLength(2);
});

test("an authorization that is started with the password gets it once, and a single method is chosen", async () => {
  const link = { href: "/v1/consents/c-1/authorisations" };
  const { start, bodies } = await berlinForm((path, method) =>
    path === "/v1/consents"
      ? toConsent({ startAuthorisationWithPsuAuthentication: link })
      : Response.json(
          method === "POST"
            ? { ...STEP, scaMethods: [{ authenticationMethodId: "1", name: "TAN generator" }] }
            : { scaStatus: "scaMethodSelected", challengeData: { data: ["0815"] } },
          { status: method === "POST" ? 201 : 200 },
        ),
  );
  expect(await start()).toMatchObject({ at: "challenge", challenge: { hint: "0815" } });
  expect(bodies()).toEqual([
    ["POST", { psuData: { password: PASSWORD } }],
    ["PUT", { authenticationMethodId: "1" }],
  ]);
});

test("a method that the bank has chosen asks for its code at once, also without words and with an odd picture", async () => {
  const { start } = await berlinForm((path, method) =>
    path === "/v1/consents"
      ? toConsent({
          updatePsuAuthentication: { href: "/v1/consents/c-1/authorisations/a-1" },
          scaStatus: "/v1/consents/c-1/authorisations/a-1",
        })
      : method === "PUT"
        ? Response.json({
            ...STEP,
            ...{ chosenScaMethod: { authenticationMethodId: "2" }, scaMethods: [{}, {}] },
            challengeData: { image: "<svg onload=alert(1)>", data: "  " },
          })
        : null,
  );
  expect(await start()).toMatchObject({
    at: "challenge",
    challenge: { type: "code", sent_to: null },
  });
});

test("a user who chooses the app approves there, and the store keeps no password", async () => {
  const bank = await atForm();
  const { app, link, answer, step } = bank;
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const wait = async () => (await link.bridge("redirect/await", {})).body.returned;
  await bank.submit(link, ADA);
  const { approval } = step(await answer("The app"));
  expect(approval).toMatchObject({
    title: "Approve in the app of Lantern Bank",
    help: expect.stringContaining("Please approve in the app of Lanternfield Bank."),
    code: expect.stringMatching(/^\d{4}$/),
  });
  expect(await wait()).toBe(false);
  await answerInApp(bank.issuer, approval?.code ?? "", "approve");
  expect(await wait()).toBe(true);
  const { selection } = await bank.goOn(link);
  const { public_token } = await bank.share(link, selection);
  const { item_id } = await app.call("/item/public_token/exchange", { public_token });
  const item = await app.services.store.items.byItemId(String(item_id));
  if (!item) throw new Error("it is linked");
  expect(openCredentials(app.services, item)).toEqual({ login_hint: "ada" });
});

test("a user who refuses in the app comes back to the form, and no consent stays", async () => {
  const { app, issuer, link, answer, step, submit, goOn, intents } = await atForm();
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  await submit(link, ADA);
  const { approval } = step(await answer("The app"));
  await answerInApp(issuer, approval?.code ?? "", "refuse");
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  await expect(goOn(link)).rejects.toThrow("OAUTH_USER_CANCELLED");
  await app.runJobs();
  expect(intents()).toEqual([]);
  expect(step(await submit(link, ADA)).challenge?.type).toBe("selections");
});

test.each<[string, object, HeadersInit?]>([
  [
    "its only method is in the app",
    { scaMethods: [{ authenticationMethodId: "p", authenticationType: "PUSH_OTP" }] },
  ],
  [
    "the bank has chosen a method in the app",
    { chosenScaMethod: { authenticationMethodId: "p", authenticationType: "PUSH_DEC" } },
  ],
  ["the bank says that it goes on in the app", {}, { "aspsp-sca-approach": "DECOUPLED" }],
])("a user approves in the app if %s", async (_, more, headers) => {
  const { start, discarded } = await berlinForm((_path, method) =>
    method === "PUT"
      ? Response.json({ ...STEP, ...more, psuMessage: "Open the app" }, headers ? { headers } : {})
      : null,
  );
  expect(await start()).toMatchObject({
    at: "approval",
    ...{ code: null, message: "Open the app", credentials: { login_hint: "ada" } },
    unfinished: expect.any(String),
  });
  expect(discarded).toEqual([]);
});

test("a bank that needs no second factor leads to the accounts at once", async () => {
  const { start, connector, calls } = await berlinForm((path, method) =>
    method === "PUT"
      ? Response.json({ ...STEP, scaStatus: "exempted" })
      : /\/consents\/[^/]+$/.test(path) && method === "GET"
        ? Response.json({ consentStatus: "valid" })
        : path === "/v1/accounts"
          ? Response.json({
              accounts: [
                {
                  resourceId: "r-1",
                  iban: "DE89370400440532013000",
                  currency: "EUR",
                  balances: [
                    {
                      balanceType: "interimBooked",
                      balanceAmount: { amount: "1.00", currency: "EUR" },
                    },
                  ],
                },
              ],
            })
          : null,
  );
  const step = await start();
  expect(step).toMatchObject({ at: "accounts", credentials: { login_hint: "ada" } });
  expect(JSON.stringify(step)).not.toContain(PASSWORD);
  const [institution] = connector.institutions();
  expect(institution?.fields.map(({ name, type }) => [name, type])).toEqual([
    ["login_hint", "text"],
    ["password", "password"],
  ]);
  expect(calls.at(-1)?.headers).not.toHaveProperty("authorization");
});

test("a user who leaves at the code leaves no consent at the bank, and one who goes on keeps it", async () => {
  const { app, link, submit, answer, intents } = await atForm();
  await submit(link, ADA);
  await answer("SMS to •••• 6789");
  await app.runJobs();
  expect(intents()).toHaveLength(1);
  await link.bridge("session/exit", { status: null });
  await app.runJobs();
  expect(intents()).toEqual([]);
});
