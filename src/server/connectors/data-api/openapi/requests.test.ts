import { expect, test } from "vitest";
import { answerInApp } from "../../../../../demo/bank/app.fixture.ts";
import { SEAL_PAIR } from "../../../../../demo/bank/certificates.fixture.ts";
import { RETURN_ADDRESS } from "../../../../../demo/bank/visit.fixture.ts";
import type { InstitutionLogin } from "../../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../../domain/connectors/connector.ts";
import type { Approach } from "../../../domain/institutions/institution-registration.ts";
import { withPerson } from "../../../domain/presence.ts";
import { INSTITUTION_ID } from "../connected-bank.fixture.ts";
import { openDocument } from "./openapi.fixture.ts";
import { PERSON, recordedBank } from "./recorded-bank.fixture.ts";

const PERIOD = { from: "2026-03-01", to: "2026-06-15" };

/** Reads all data of a dialect, with its user and without, and ends the consent. */
const readAll = async (connector: Connector, login: InstitutionLogin) => {
  await withPerson(PERSON, () => connector.balances(login));
  await connector.transactions(login, PERIOD);
  await connector.identity(login);
  const [statement] = (await connector.statements?.list(login, PERIOD).catch(() => [])) ?? [];
  if (statement) await connector.statements?.document(login, statement);
  await connector.revoke?.(login);
};

type Bank = Awaited<ReturnType<typeof recordedBank>>;

/** The problems of all requests and responses between the connector and the demo bank. */
const listProblems = (name: Parameters<typeof openDocument>[0], { exchanges }: Bank): string[] => {
  const { requestProblems, answerProblems } = openDocument(name);
  return exchanges.flatMap(({ request, answer }) => [
    ...requestProblems(withoutPage(request)),
    ...answerProblems(request, answer),
  ]);
};

/** The address of a next page is the bank's own. */
const withoutPage = (request: Bank["exchanges"][number]["request"]) => {
  const query = new URLSearchParams(request.query);
  query.delete("page");
  return { ...request, query };
};

/** The called operations, by the document's paths. */
const operations = (name: Parameters<typeof openDocument>[0], { exchanges }: Bank): string[] => {
  const { templateOf } = openDocument(name);
  const called = exchanges.map(
    ({ request: { method, path } }) => `${method} ${templateOf(method, path)}`,
  );
  return [...new Set(called)].toSorted();
};

test.each([
  ["uk-3.1.11", "v3.1"],
  ["uk-4.0", "v4.0"],
] as const)("all that is sent to and by a bank of the UK is valid by %s", async (name, version) => {
  const bank = await recordedBank("uk", { basePath: `/open-banking/${version}/aisp` });
  const { login } = await bank.signIn();
  await readAll(bank.connector, login);
  expect(operations(name, bank)).toEqual([
    "DELETE /account-access-consents/{ConsentId}",
    "GET /account-access-consents/{ConsentId}",
    "GET /accounts",
    "GET /accounts/{AccountId}/balances",
    "GET /accounts/{AccountId}/parties",
    "GET /accounts/{AccountId}/statements",
    "GET /accounts/{AccountId}/statements/{StatementId}/file",
    "GET /accounts/{AccountId}/transactions",
    "POST /account-access-consents",
  ]);
  expect(listProblems(name, bank)).toEqual([]);
});

const DOCUMENT = "berlin-group-1.3.9";

const berlin = (approach: Approach, deviations = {}, options = {}) =>
  recordedBank("berlin-group", {
    ...{ basePath: "/v1", prefix: "/v1", approach, deviations, ...options },
  });

const READS = [
  "DELETE /v1/consents/{consentId}",
  "GET /v1/accounts",
  "GET /v1/accounts/{account-id}",
  "GET /v1/accounts/{account-id}/balances",
  "GET /v1/accounts/{account-id}/transactions",
  "GET /v1/consents/{consentId}",
];

test.each([
  ["oauth", {}],
  ["redirect", {}],
  ["redirect", { consent: "global" }],
] as const)(
  "all that is sent to and by a bank of the Berlin Group is valid: %s with %o",
  async (approach, deviations) => {
    const bank = await berlin(approach, deviations);
    const { login } = await bank.signIn();
    await readAll(bank.connector, login);
    expect(operations(DOCUMENT, bank)).toEqual([...READS, "POST /v1/consents"]);
    expect(listProblems(DOCUMENT, bank)).toEqual([]);
  },
);

test("all of cards in a list of their own is valid", async () => {
  const deviations = { cardAccounts: "listed" };
  const bank = await berlin("redirect", deviations, { cardAccounts: true });
  const { login } = await bank.signIn();
  await readAll(bank.connector, login);
  const cards = READS.filter((operation) => operation.includes("accounts")).map((operation) =>
    operation.replace("/accounts", "/card-accounts"),
  );
  expect(operations(DOCUMENT, bank)).toEqual([...READS, ...cards, "POST /v1/consents"].toSorted());
  expect(listProblems(DOCUMENT, bank)).toEqual([]);
});

test("all requests that are signed are valid", async () => {
  const bank = await berlin("redirect", {}, { sealCertificate: SEAL_PAIR });
  const { login } = await bank.signIn();
  await readAll(bank.connector, login);
  expect(bank.exchanges.every(({ request }) => "digest" in request.headers)).toBe(true);
  expect(listProblems(DOCUMENT, bank)).toEqual([]);
});

const USER = {
  ...{ state: "state-1", redirectUri: RETURN_ADDRESS, language: "en" as const },
  products: ["transactions", "identity"] as const,
};
const AUTHORISATION = "/v1/consents/{consentId}/authorisations/{authorisationId}";

test("all of an approval in the bank's app is valid", async () => {
  const bank = await berlin("decoupled");
  const { connector, issuer, loginWith } = bank;
  await withPerson(PERSON, async () => {
    const started = await connector.start(INSTITUTION_ID, { login_hint: "ada" }, USER);
    if (started.at !== "approval") expect.fail(started.at);
    await answerInApp(issuer, started.code ?? "", "approve");
    const end = await connector.approval?.poll(INSTITUTION_ID, {}, started.progress);
    if (end?.at !== "accounts") expect.fail("it is approved");
    await readAll(connector, loginWith(end.connectorState ?? null));
  });
  expect(operations(DOCUMENT, bank)).toEqual([
    ...READS,
    `GET ${AUTHORISATION}`,
    "POST /v1/consents",
    "POST /v1/consents/{consentId}/authorisations",
  ]);
  expect(listProblems(DOCUMENT, bank)).toEqual([]);
});

test("all of a sign-in by a form, with a method and its code, is valid", async () => {
  const bank = await berlin("embedded");
  const { connector, loginWith } = bank;
  const ada = { login_hint: "ada", password: "lantern" };
  await withPerson(PERSON, async () => {
    const choice = await connector.start(INSTITUTION_ID, ada, USER);
    if (choice.at !== "challenge") expect.fail(choice.at);
    const answers = ["SMS to •••• 6789"];
    const code = await connector.answer(INSTITUTION_ID, ada, choice.progress, answers, "en");
    if (code.at !== "challenge") expect.fail(code.at);
    const end = await connector.answer(INSTITUTION_ID, ada, code.progress, ["2468"], "en");
    if (end.at !== "accounts") expect.fail(end.at);
    await readAll(connector, loginWith(end.connectorState ?? null));
  });
  expect(operations(DOCUMENT, bank)).toEqual([
    ...READS,
    "POST /v1/consents",
    "POST /v1/consents/{consentId}/authorisations",
    `PUT ${AUTHORISATION}`,
  ]);
  expect(listProblems(DOCUMENT, bank)).toEqual([]);
});
