import { expect, test } from "vitest";
import { startBank } from "../../../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../../../demo/bank/visit.fixture.ts";
import {
  FDX_STANDARD,
  type InstitutionStandard,
} from "../../../../domain/institutions/institution-registration.ts";
import { connectTo, patientHttp } from "../../connected-bank.fixture.ts";
import { openDocument, type SentRequest } from "../../openapi/openapi.fixture.ts";

const BASE = "/cds-au/v1";
const PERIOD = { from: "2026-05-01", to: "2026-06-15" };
const STANDARD: InstitutionStandard = { ...FDX_STANDARD, dialect: "cdr" };
const ACCOUNT = {
  accountId: "a-1",
  displayName: "Everyday",
  maskedNumber: "xxx-xxx xxxxx5678",
  productCategory: "TRANS_AND_SAVINGS_ACCOUNTS",
  productName: "Everyday account",
  accountOwnership: "ONE_PARTY",
};
const CARD = { ...ACCOUNT, accountId: "c-1", productCategory: "CRED_AND_CHRG_CARDS" };
const ROW = {
  ...{ accountId: "a-1", isDetailAvailable: false, type: "PAYMENT", status: "POSTED" },
  ...{ description: "Coffee", reference: "r-1", amount: "-4.50", merchantName: "Corner Café" },
};

/** A bank's responses by path below the base, and its address. */
const answerTo = (path: string, { origin, searchParams }: URL): [status: number, body: object] => {
  const [, own = ""] = /^\/banking\/accounts\/([^/]+)\//.exec(path) ?? [];
  if (path === "/banking/accounts")
    return [
      200,
      { data: { accounts: [ACCOUNT, CARD, { ...ACCOUNT, accountId: "x", openStatus: "CLOSED" }] } },
    ];
  if (path.endsWith("/balance")) {
    const [currentBalance, creditLimit] =
      own === "c-1" ? ["-120.10", "3000.00"] : ["80.00", "0.00"];
    return [
      200,
      { data: { accountId: own, currentBalance, availableBalance: "70.00", creditLimit } },
    ];
  }
  if (own === "c-1") return [200, { data: { transactions: [] } }];
  const isLast = searchParams.get("page") === "2";
  const next = `${origin}${BASE}${path}?page=2`;
  const rows = isLast
    ? [{ ...ROW, transactionId: "t-2", postingDateTime: "2026-06-02T01:00:00Z", amount: "12.00" }]
    : [
        { ...ROW, transactionId: "t-1", postingDateTime: "2026-06-01T09:00:00+10:00" },
        { ...ROW, status: "PENDING", executionDateTime: "2026-06-03T00:30:00Z" },
      ];
  return [200, { data: { transactions: rows }, links: isLast ? {} : { next } }];
};

/** A connection with sign-in at the demo bank, and the data above. */
const cdrBank = async () => {
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  const requests: SentRequest[] = [];
  const forms: URLSearchParams[] = [];
  const refusal: { code: string | null } = { code: null };
  const real = patientHttp();
  const connected = connectTo(bank.issuer, {
    declaration: {
      dataUrl: `${bank.issuer}${BASE}`,
      scopes: ["openid", "offline_access"],
      standard: STANDARD,
      dpop: false,
    },
    products: ["balance", "transactions"],
    http: {
      close: () => Promise.all([real.close(), bank.close()]).then(() => undefined),
      open: (options) => {
        const inner = real.open(options);
        return {
          close: inner.close,
          fetch: async (address, request) => {
            const url = new URL(address);
            if (!url.pathname.startsWith(BASE)) {
              forms.push(new URLSearchParams(String(request.body)));
              return inner.fetch(address, request);
            }
            const path = url.pathname.slice(BASE.length);
            const { method, headers } = request;
            requests.push({ method, path, query: url.searchParams, headers, body: undefined });
            if (refusal.code === null) {
              const [status, body] = answerTo(path, url);
              return Response.json(body, { status });
            }
            const code = `urn:au-cds:error:cds-all:${refusal.code}`;
            return Response.json({ errors: [{ code, title: "", detail: "" }] }, { status: 403 });
          },
        };
      },
    },
  });
  return { ...connected, requests, forms, refusal };
};

test("accounts, balances and transactions of a bank are read, by requests that the standard has", async () => {
  const { signIn, connector, requests, forms } = await cdrBank();
  const { accounts, login } = await signIn();
  const [claims = "{}"] = forms.flatMap((form) => form.get("claims") ?? []);
  expect(JSON.parse(claims)).toMatchObject({ sharing_duration: 15_552_000 });
  expect(accounts).toMatchObject([
    {
      ...{ key: "a-1", mask: "5678", type: "depository", subtype: "checking" },
      balances: { current: 80, available: 70, limit: null, iso_currency_code: "AUD" },
    },
    { key: "c-1", type: "credit", balances: { current: 120.1, limit: 3000 } },
  ]);
  const rows = await connector.transactions(login, PERIOD);
  expect(
    rows.map(({ key, amount, date, pending }) => [key.slice(0, 7), amount, date, pending]),
  ).toEqual([
    ["a-1/t-1", 4.5, "2026-06-01", false],
    [expect.stringMatching(/^a-1\/~/), 4.5, "2026-06-03", true],
    ["a-1/t-2", -12, "2026-06-02", false],
  ]);
  const { requestProblems } = openDocument("cdr-1.36.0");
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.flatMap((request) => requestProblems(request))).toEqual([]);
});

test.each([
  ["Authorisation/RevokedConsent", "ITEM_LOGIN_REQUIRED"],
  ["Authorisation/InvalidConsent", "ITEM_LOGIN_REQUIRED"],
  ["Authorisation/AdrStatusNotActive", "INSTITUTION_REGISTRATION_REQUIRED"],
  ["Header/Missing", "ACCESS_NOT_GRANTED"],
])("a refusal by %s is %s", async (code, fault) => {
  const { signIn, connector, refusal } = await cdrBank();
  const { login } = await signIn();
  refusal.code = code;
  await expect(connector.balances(login)).rejects.toMatchObject({ code: fault });
});
