import { randomUUID } from "node:crypto";
import {
  authorizationServer,
  IN_PROCESS,
  type Json,
  json,
  type Place,
  type Received,
} from "./authorization-server.fixture.ts";
import { type BookRow, dayBefore, yearOf } from "./books.fixture.ts";
import { ukValues } from "./uk-values.fixture.ts";

/** A UK Open Banking 4.0 bank, from its public documents, with named deviations of real banks. */

const BASE = "/open-banking/v4.0/aisp";
const PAGE_SIZE = 25;
const PERMISSIONS = [
  ...["ReadAccountsBasic", "ReadAccountsDetail", "ReadBalances", "ReadBeneficiariesBasic"],
  ...["ReadBeneficiariesDetail", "ReadDirectDebits", "ReadOffers", "ReadPAN", "ReadParty"],
  ...["ReadPartyPSU", "ReadProducts", "ReadScheduledPaymentsBasic", "ReadScheduledPaymentsDetail"],
  ...["ReadStandingOrdersBasic", "ReadStandingOrdersDetail", "ReadStatementsBasic"],
  ...["ReadStatementsDetail", "ReadTransactionsBasic", "ReadTransactionsCredits"],
  ...["ReadTransactionsDebits", "ReadTransactionsDetail"],
];
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
type Consent = { id: string; permissions: string[]; status: string; expires: string | undefined };

export const ukBank = (deviations: readonly string[], { issuer, clock }: Place = IN_PROCESS) => {
  const own = new Set(deviations);
  const has = (name: string) => own.has(name);
  const { code, accounts, balancesOf, row, otherRows } = ukValues(has, clock);
  const consents = new Map<string, Consent>();
  const received: Received[] = [];
  const books: Record<string, BookRow[]> = {
    a1: yearOf(clock()),
    a2: [],
    a3: yearOf(clock()).slice(20, 60),
    a4: yearOf(clock(), "EUR").slice(40, 70),
  };

  const server = authorizationServer({
    issuer,
    scopes: ["openid", "accounts"],
    consentIdOf: (request) => {
      const claims = JSON.parse(request.get("claims") ?? "{}") as {
        id_token?: { openbanking_intent_id?: { value?: string } };
      };
      return claims.id_token?.openbanking_intent_id?.value ?? "";
    },
    changes: (tokens) => ({
      ...tokens,
      ...(has("lowercase-bearer") && { token_type: "bearer" }),
      ...(has("text-lifetime") && { expires_in: "300" }),
      ...(has("no-lifetime") && { expires_in: undefined }),
    }),
  });

  const refuse = (status: number, errorCode: string, message: string) =>
    json(status, {
      Id: randomUUID(),
      Code: `${status} ${status === 403 ? "Forbidden" : "BadRequest"}`,
      Message: message,
      Errors: [{ ErrorCode: errorCode, Message: message }],
    });
  const page = (path: string, data: unknown, links: Json = {}) => {
    const body = {
      Data: data,
      Links: { Self: `${issuer}${BASE}${path}`, ...links },
      Meta: { TotalPages: 1 },
    };
    return json(200, has("no-links") && links.Next === undefined ? { Data: data } : body);
  };

  const makeConsent = (body: string) => {
    const { Data, Risk } = JSON.parse(body) as {
      Data?: { Permissions?: string[]; ExpirationDateTime?: string };
      Risk?: unknown;
    };
    const permissions = Data?.Permissions ?? [];
    const wants = (name: string) => permissions.includes(name);
    const hasRows = wants("ReadTransactionsBasic") || wants("ReadTransactionsDetail");
    const hasDirection = wants("ReadTransactionsCredits") || wants("ReadTransactionsDebits");
    if (Risk === undefined) return refuse(400, "U004", "Risk is missing");
    if (!wants("ReadAccountsBasic") && !wants("ReadAccountsDetail"))
      return refuse(400, "U002", "Permissions");
    if (hasRows !== hasDirection) return refuse(400, "U002", "Permissions of transactions");
    if (permissions.some((name) => !PERMISSIONS.includes(name)))
      return refuse(400, "U002", "unknown Permissions");
    const consent = {
      id: `consent-${consents.size + 1}`,
      permissions,
      status: "AWAU",
      expires: Data?.ExpirationDateTime,
    };
    consents.set(consent.id, consent);
    return json(has("consent-200") ? 200 : 201, consentBody(consent));
  };
  const consentBody = ({ id, permissions, status, expires }: Consent) => ({
    Data: {
      ConsentId: id,
      CreationDateTime: new Date(clock()).toISOString(),
      Status: code(status),
      StatusUpdateDateTime: new Date(clock()).toISOString(),
      Permissions: permissions,
      ...(expires !== undefined && { ExpirationDateTime: expires }),
      ...(has("nulls") && {
        TransactionFromDateTime: null,
        TransactionToDateTime: null,
        StatusReason: null,
      }),
    },
    Risk: {},
    Links: { Self: `${issuer}${BASE}/account-access-consents/${id}` },
    Meta: {},
  });

  const transactions = (id: string, query: URLSearchParams) => {
    const path = id === "" ? "/transactions" : `/accounts/${id}/transactions`;
    const [from = "", to = ""] = [
      query.get("fromBookingDateTime"),
      query.get("toBookingDateTime"),
    ].map((time) => time ?? undefined);
    if (
      [from, to].some(
        (time) =>
          time !== "" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(time),
      )
    )
      return refuse(400, "U003", "a date and time in the form of ISO 8601");
    if (has("history-of-90-days") && from < dayBefore(clock(), 90))
      return refuse(400, "U003", "no data before that");
    if (has("sign-in-for-rows")) return refuse(403, "U028", "Reauthenticate");
    if (has("refuses-period") && (from || to) !== "")
      return refuse(400, "U005", "fromBookingDateTime is not supported");
    const listed = Object.entries(books).flatMap(([account, rows]) =>
      id === "" || account === id ? rows.map((each) => ({ ...each, account })) : [],
    );
    const all = listed.filter(
      ({ day }) =>
        has("ignores-period") ||
        ((from === "" || day >= from.slice(0, 10)) && (to === "" || day <= to.slice(0, 10))),
    );
    if (all.length === 0) {
      if (has("empty-body")) return new Response("", { status: 200 });
      if (has("no-content")) return new Response(null, { status: 204 });
      if (has("no-list")) return page(path, {});
      if (has("null-list")) return page(path, { Transaction: null });
    }
    const at = Number(query.get("page") ?? "0");
    if (has("busy-on-page-2") && at === 1) return json(429, { Code: "429", Message: "too many" });
    const start = Math.max(0, at * PAGE_SIZE - (has("rows-repeat-over-pages") ? at : 0));
    const rows = [
      ...all.slice(start, start + PAGE_SIZE).map((each) => row(each.account, each)),
      ...(at === 0 ? otherRows(id) : []),
    ];
    const hasMore = start + PAGE_SIZE < all.length;
    const nextQuery = new URLSearchParams(query);
    nextQuery.set("page", String(hasMore ? at + 1 : at));
    const host = has("links-without-host")
      ? ""
      : has("links-of-a-gateway")
        ? "https://gateway.internal:8443"
        : issuer;
    const isRepeated = has("last-page-links-to-itself") && !hasMore;
    const links =
      hasMore || isRepeated
        ? { Next: `${host}${BASE}${path}?${nextQuery}` }
        : has("nulls")
          ? { Next: null, Prev: null }
          : {};
    return page(path, { Transaction: rows }, links);
  };

  const party = {
    PartyId: "p1",
    PartyType: "Sole",
    Name: "Ms A Byron",
    FullLegalName: "Augusta Ada Byron",
    EmailAddress: "ada@example.com",
    Phone: "+44-2079460000",
  };
  const data = (path: string, query: URLSearchParams, permissions: string[]) => {
    const [, id = "", part = ""] = /^\/accounts\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    if (has("all-forbidden")) return refuse(403, "U009", "the consent is not valid any more");
    if (path === "/accounts") return page(path, { Account: accounts() });
    if (path === "/party" && !has("no-party-of-person")) return page(path, { Party: party });
    if (path === "/balances" && has("bulk"))
      return page(path, { Balance: Object.keys(books).flatMap(balancesOf) });
    if (path === "/transactions" && has("bulk")) return transactions("", query);
    if (id === "" || !Object.hasOwn(books, id)) return refuse(400, "U011", "no such resource");
    if (has("unticked-account") && id === "a4")
      return refuse(403, "U008", "the account is not in the consent");
    if (has("closed-account") && id === "a2") return refuse(400, "U002", "the account is closed");
    if (part === "balances" && permissions.includes("ReadBalances"))
      return page(path, {
        Balance: has("balances-of-all")
          ? ["a1", "a2", "a3", "a4"].flatMap(balancesOf)
          : balancesOf(id),
      });
    if (part === "transactions" && permissions.includes("ReadTransactionsDetail"))
      return transactions(id, query);
    if (part === "party" && !has("no-party-of-account") && permissions.includes("ReadParty"))
      return page(path, { Party: has("party-in-a-list") ? [party] : party });
    if (part === "parties" && !has("no-parties") && permissions.includes("ReadParty"))
      return page(path, { Party: [party] });
    return json(404, {});
  };

  const respond = (request: Received): Response => {
    const { method, url, headers, body } = request;
    const oauth = server.respond(request);
    if (oauth) return oauth;
    if (!url.pathname.startsWith(`${BASE}/`)) return json(404, {});
    const path = url.pathname.slice(BASE.length);
    const id = headers.get("x-fapi-interaction-id");
    if (id !== null && !UUID.test(id)) return refuse(400, "U006", "x-fapi-interaction-id");
    if (!/application\/json|\*\/\*/.test(headers.get("accept") ?? "*/*")) return json(406, {});
    const token = server.tokenOf(headers);
    if (token === null) return new Response(null, { status: 401 });
    if (path.startsWith("/account-access-consents")) {
      if (token.consentId !== null) return json(403, {});
      if (method === "POST") return makeConsent(body);
      const consent = consents.get(path.split("/")[2] ?? "");
      if (!consent) return refuse(400, "U011", "no such consent");
      if (method === "GET") return json(200, consentBody(consent));
      consents.delete(consent.id);
      return new Response(null, { status: 204 });
    }
    const consent = consents.get(token.consentId ?? "");
    if (consent?.status !== "AUTH") return refuse(403, "U009", "no valid consent");
    return data(path, url.searchParams, consent.permissions);
  };

  return {
    dataUrl: `${issuer}${BASE}`,
    books,
    consents,
    received,
    respond: async (request: Received): Promise<Response> => {
      received.push(request);
      const response = respond(request);
      const id = request.headers.get("x-fapi-interaction-id") ?? randomUUID();
      if (!has("no-interaction-id")) response.headers.set("x-fapi-interaction-id", id);
      if (
        !has("byte-order-mark") ||
        response.status === 204 ||
        !request.url.pathname.startsWith(BASE)
      )
        return response;
      const { status, headers } = response;
      return new Response(`\ufeff${await response.text()}`, {
        status,
        headers: {
          ...Object.fromEntries(headers),
          "content-type": "application/json; charset=UTF-8",
        },
      });
    },
    /** Approves a consent; returns the callback's parameters. */
    visit: (address: string) => {
      const { consentId, parameters } = server.authorize(address);
      const consent = consents.get(consentId);
      if (consent) consent.status = "AUTH";
      return parameters;
    },
    /** Deviates from now on. */
    deviate: (name: string) => void own.add(name),
    /** Ends the consents at the bank. */
    revoke: () => {
      for (const consent of consents.values()) consent.status = "CANC";
    },
  };
};
