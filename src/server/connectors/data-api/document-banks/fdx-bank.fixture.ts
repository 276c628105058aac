import {
  authorizationServer,
  json,
  type Place,
  type Received,
} from "./authorization-server.fixture.ts";
import { type BookRow, yearOf } from "./books.fixture.ts";

const TRADE = {
  ...{ transactionType: "PURCHASED", symbol: "LNTN", securityType: "STOCK" },
  ...{ securityId: "US0378331005", securityIdType: "ISIN" },
};

/** A bank of FDX 6, from its public documents: checking, savings, and an investment account with trades. */
export const fdxBank = ({ issuer, clock }: Place) => {
  const received: Received[] = [];
  const books: Record<string, BookRow[]> = {
    a1: yearOf(clock(), "USD"),
    a2: [],
    a3: yearOf(clock(), "USD").filter(({ pending }) => !pending),
  };
  const server = authorizationServer({
    issuer,
    scopes: ["openid", "Account", "Transactions", "Customer"],
    consentIdOf: () => "fdx",
  });
  const BASE = "/fdx/v6";
  const account = (id: string, accountCategory: string, accountType: string, more: object) => ({
    ...{
      accountCategory,
      accountType,
      accountId: id,
      accountNumberDisplay: "4321",
      productName: `My ${id}`,
      nickname: `My ${id}`,
    },
    ...{
      status: "OPEN",
      currency: { currencyCode: "USD" },
      balanceAsOf: new Date(clock()).toISOString(),
      ...more,
    },
  });
  const accounts = () => [
    account("a1", "DEPOSIT_ACCOUNT", "CHECKING", {
      currentBalance: 1234.56,
      availableBalance: 1200,
    }),
    account("a2", "DEPOSIT_ACCOUNT", "SAVINGS", { currentBalance: 500 }),
    account("a3", "INVESTMENT_ACCOUNT", "INDIVIDUAL", { currentValue: 1000, holdings: [] }),
  ];
  const row = (id: string, b: BookRow) => ({
    ...{
      accountCategory: id === "a3" ? "INVESTMENT_ACCOUNT" : "DEPOSIT_ACCOUNT",
      accountId: id,
      transactionId: `${id}-${b.id}`,
    },
    ...(id === "a3" && { ...TRADE, units: 1, unitPrice: Math.abs(b.cents) / 100 }),
    ...{
      description: b.text,
      debitCreditMemo: b.cents > 0 ? "DEBIT" : "CREDIT",
      status: b.pending ? "PENDING" : "POSTED",
    },
    ...{ amount: Math.abs(b.cents) / 100, transactionTimestamp: `${b.day}T12:00:00Z` },
    ...(!b.pending && { postedTimestamp: `${b.day}T12:00:00Z` }),
  });
  const respond = ({ method, url, headers, body }: Received): Response => {
    const oauth = server.respond({ method, url, headers, body });
    if (oauth) return oauth;
    if (!url.pathname.startsWith(`${BASE}/`))
      return json(404, { code: "404", message: "no such path" });
    if (server.tokenOf(headers) === null) return json(401, { code: "602", message: "no token" });
    const path = url.pathname.slice(BASE.length);
    if (path === "/customers/current")
      return json(200, {
        customerId: "c1",
        type: "CONSUMER",
        name: { first: "Ada", last: "Byron" },
        email: ["ada@example.com"],
        addresses: [],
        telephones: [],
        accounts: [],
      });
    if (path === "/accounts")
      return json(200, { page: { totalElements: 3 }, accounts: accounts() });
    const [, id = "", part = ""] = /^\/accounts\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const one = accounts().find(({ accountId }) => accountId === decodeURIComponent(id));
    if (!one) return json(404, { code: "701", message: "Account not found" });
    if (part === "") return json(200, one);
    if (part === "contact")
      return json(200, {
        holders: [{ relationship: "PRIMARY", name: { first: "Ada", last: "Byron" } }],
        emails: ["ada@example.com"],
      });
    if (part === "payment-networks")
      return json(200, {
        page: {},
        paymentNetworks:
          one.accountCategory === "DEPOSIT_ACCOUNT"
            ? [
                {
                  id: "n",
                  bankId: "051900007",
                  identifier: "1234567890",
                  type: "US_ACH",
                  transferIn: true,
                  transferOut: true,
                },
              ]
            : [],
      });
    if (part !== "transactions") return json(404, { code: "404", message: "no such path" });
    const from = (url.searchParams.get("startTime") ?? "").slice(0, 10);
    const to = (url.searchParams.get("endTime") ?? "9999").slice(0, 10);
    const all = (books[one.accountId] ?? []).filter(({ day }) => day >= from && day <= to);
    const limit = Math.min(25, Number(url.searchParams.get("limit") ?? 25));
    const at = Number(url.searchParams.get("pageKey") ?? 0);
    const hasMore = at + limit < all.length;
    return json(200, {
      page: { totalElements: all.length, ...(hasMore && { nextPageKey: String(at + limit) }) },
      transactions: all.slice(at, at + limit).map((b) => row(one.accountId, b)),
    });
  };
  return {
    ...{ dataUrl: `${issuer}${BASE}`, books, received },
    respond: async (request: Received) => {
      received.push(request);
      return respond(request);
    },
    visit: (address: string): Record<string, string> => server.authorize(address).parameters,
  };
};
