import { randomUUID } from "node:crypto";
import {
  authorizationServer,
  IN_PROCESS,
  type Json,
  json,
  type Place,
  type Received,
} from "./authorization-server.fixture.ts";
import { type Access, type ConsentRequest, consentFault } from "./berlin-consent.fixture.ts";
import { berlinValues, IBANS } from "./berlin-values.fixture.ts";
import { type BookRow, dayBefore, yearOf } from "./books.fixture.ts";

/** A NextGenPSD2 1.3 bank, from its public documents, with named deviations of real banks. */

const BASE = "/psd2/v1";
const PAGE_SIZE = 25;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Consent = {
  id: string;
  status: string;
  access: Access;
  validUntil: string;
  returnTo: string;
  polls: number;
  number: number;
};

export const berlinBank = (
  deviations: readonly string[],
  approach: "oauth" | "redirect",
  { issuer, clock }: Place = IN_PROCESS,
) => {
  const today = () => dayBefore(clock(), 0);
  const has = (name: string) => deviations.includes(name);
  const consents = new Map<string, Consent>();
  const received: Received[] = [];
  const counts = { made: 0 };
  const books: Record<string, BookRow[]> = {
    a1: yearOf(clock(), "EUR"),
    a2: [],
    ...(hasUsd() && { a3: yearOf(clock(), "USD").slice(10, 60) }),
    ...(has("account-without-iban") && { a4: yearOf(clock(), "EUR").slice(40, 50) }),
  };
  function hasUsd() {
    return has("multi-currency") || has("one-iban-of-two-currencies");
  }

  const server = authorizationServer({
    issuer,
    scopes: ["AIS"],
    consentIdOf: (request) => /AIS:(\S+)/.exec(request.get("scope") ?? "")?.[1] ?? "",
  });

  const refuse = (status: number, code: string, text = code) => {
    if (has("problem-json"))
      return json(
        status,
        { type: `https://bank.example/errors/${code}`, title: text, status, detail: text, code },
        { "content-type": "application/problem+json" },
      );
    const message = { category: "ERROR", code, text };
    return json(status, { tppMessages: has("one-message") ? message : [message] });
  };

  const { link, accounts, resourceId, balancesOf, row } = berlinValues(has, BASE, issuer);

  const makeConsent = (headers: Headers, body: string) => {
    const request: ConsentRequest = JSON.parse(body);
    const longest = dayBefore(clock(), has("consents-of-90-days-only") ? -90 : -180);
    const fault = consentFault(request, { has, headers, approach, today: today(), longest });
    if (fault !== null) return refuse(400, ...fault);
    const { access = {}, validUntil = "" } = request;
    for (const consent of consents.values())
      if (consent.status === "valid") consent.status = "terminatedByTpp";
    counts.made += 1;
    const id = randomUUID();
    const ends = has("shortens-consents")
      ? dayBefore(clock(), -30)
      : validUntil > longest
        ? longest
        : validUntil;
    consents.set(id, {
      id,
      status: "received",
      access,
      validUntil: ends,
      returnTo: headers.get("tpp-redirect-uri") ?? "",
      polls: 0,
      number: counts.made,
    });
    const self = { self: link(`/consents/${id}`), status: link(`/consents/${id}/status`) };
    const links =
      approach === "oauth"
        ? {
            ...self,
            scaOAuth: {
              href: has("relative-oauth-link")
                ? "/.well-known/openid-configuration"
                : `${issuer}/.well-known/openid-configuration`,
            },
          }
        : has("explicit-start")
          ? { ...self, startAuthorisation: link(`/consents/${id}/authorisations`) }
          : {
              ...self,
              scaRedirect: { href: `${issuer}/sca/${id}` },
              scaStatus: link(`/consents/${id}/authorisations/1`),
            };
    const more = has("no-approach-header") ? {} : { "aspsp-sca-approach": "REDIRECT" };
    return json(
      has("consent-200") ? 200 : 201,
      { consentStatus: "received", consentId: id, _links: links },
      more,
    );
  };

  const toStatus = (consent: Consent) => {
    consent.polls += 1;
    return has("status-comes-late") && consent.status === "valid" && consent.polls < 3
      ? "received"
      : consent.status;
  };

  const consentCall = (path: string, { method, headers, body }: Received) => {
    if (path === "/consents" && method === "POST") return makeConsent(headers, body);
    const [, , id = "", part = ""] = path.split("/");
    const consent = consents.get(id);
    if (!consent) return refuse(403, "CONSENT_UNKNOWN");
    if (method === "DELETE") {
      consent.status = "terminatedByTpp";
      if (has("deletes-with-200")) return json(200, { consentStatus: "terminatedByTpp" });
      return new Response(null, { status: has("deletes-with-202") ? 202 : 204 });
    }
    if (part === "status") return json(200, { consentStatus: toStatus(consent) });
    if (part === "authorisations" && method === "POST")
      return json(201, {
        scaStatus: "received",
        authorisationId: "1",
        _links: {
          scaRedirect: { href: `${issuer}/sca/${id}` },
          scaStatus: link(`/consents/${id}/authorisations/1`),
        },
      });
    if (part === "authorisations")
      return json(200, { scaStatus: consent.status === "valid" ? "finalised" : "received" });
    const { access, validUntil } = consent;
    return json(200, {
      access,
      recurringIndicator: true,
      validUntil,
      frequencyPerDay: 4,
      consentStatus: toStatus(consent),
      lastActionDate: today(),
    });
  };

  const transactions = (id: string, rid: string, query: URLSearchParams) => {
    const status = query.get("bookingStatus") ?? "";
    if (!["booked", "pending", "both", "information", "all"].includes(status))
      return refuse(400, "FORMAT_ERROR", "bookingStatus");
    if (has("booked-only") && status !== "booked")
      return refuse(400, "PARAMETER_NOT_SUPPORTED", "bookingStatus");
    const from = query.get("dateFrom") ?? "";
    const to = query.get("dateTo") ?? today();
    if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)))
      return refuse(400, "FORMAT_ERROR", "dateFrom");
    if (to > today() || from > to) return refuse(400, "PERIOD_INVALID", "dateTo");
    if (has("history-of-90-days") && from < dayBefore(clock(), 89))
      return refuse(400, "PERIOD_INVALID", `dateFrom must not be before ${dayBefore(clock(), 89)}`);
    if (has("too-many")) return refuse(429, "ACCESS_EXCEEDED");
    if (id === "a2" && has("no-content")) return new Response(null, { status: 204 });
    if (id === "a2" && has("empty-body")) return new Response("", { status: 200 });
    const all = (books[id] ?? []).filter(
      ({ day }) => has("ignores-period") || (day >= from && day <= to),
    );
    if (has("oldest-first")) all.reverse();
    const at = Number(query.get("page") ?? "0");
    const part = all.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE);
    const hasMore = (at + 1) * PAGE_SIZE < all.length;
    const nextQuery = new URLSearchParams(query);
    nextQuery.set("page", String(hasMore ? at + 1 : at));
    const isRepeated = has("last-page-links-to-itself") && !hasMore;
    const next =
      hasMore || isRepeated ? { next: link(`/accounts/${rid}/transactions?${nextQuery}`) } : {};
    const pending = status === "booked" ? [] : part.filter((each) => each.pending);
    const booked = part.filter(
      (each) => !each.pending || (has("pending-in-both") && status !== "booked"),
    );
    const lists: Json = {
      booked:
        booked.length === 0 && has("null-lists")
          ? null
          : booked.map((each) => row({ ...each, pending: false })),
      ...(status === "both" &&
        !(has("no-pending-list") && pending.length === 0) && { pending: pending.map(row) }),
      ...(!has("links-at-the-root") && { _links: { account: link(`/accounts/${rid}`), ...next } }),
    };
    return json(200, {
      account: { iban: IBANS[id] },
      transactions: lists,
      ...(has("links-at-the-root") && { _links: next }),
    });
  };

  const respond = (request: Received): Response => {
    const { url, headers } = request;
    const oauth = approach === "oauth" ? server.respond(request) : null;
    if (oauth) return oauth;
    if (!url.pathname.startsWith(`${BASE}/`)) return json(404, {});
    if (!UUID.test(headers.get("x-request-id") ?? ""))
      return refuse(400, "FORMAT_ERROR", "X-Request-ID");
    if (headers.get("accept") !== "application/json")
      return refuse(406, "REQUESTED_FORMATS_INVALID");
    const path = url.pathname.slice(BASE.length);
    if (path.startsWith("/consents")) return consentCall(path, request);
    const consent = consents.get(headers.get("consent-id") ?? "");
    if (!consent) return refuse(403, "CONSENT_UNKNOWN");
    if (approach === "oauth" && server.tokenOf(headers)?.consentId !== consent.id)
      return refuse(401, "TOKEN_INVALID");
    if (consent.status === "expired") {
      if (has("unauthorized-without-body")) return new Response(null, { status: 401 });
      return has("ended-consents-are-403")
        ? refuse(403, "CONSENT_INVALID")
        : refuse(401, "CONSENT_EXPIRED");
    }
    if (consent.status !== "valid") return refuse(401, "CONSENT_INVALID");
    if (has("address-always") && !headers.has("psu-ip-address"))
      return refuse(400, "FORMAT_ERROR", "PSU-IP-Address");
    if (path === "/accounts") return json(200, { accounts: accounts(consent) });
    const [, , rid = "", part = ""] = path.split("/");
    const id = rid === "whole" ? "a1" : rid.replace(/^r\d+-/, "");
    if (!Object.hasOwn(books, id) || (has("ids-of-the-consent") && rid !== resourceId(consent, id)))
      return refuse(404, "RESOURCE_UNKNOWN");
    if (id === "a2" && has("blocked-account")) return refuse(403, "SERVICE_BLOCKED");
    if (part === "balances")
      return json(200, { account: { iban: IBANS[id] }, balances: balancesOf(id) });
    if (part === "transactions") return transactions(id, rid, url.searchParams);
    return refuse(404, "RESOURCE_UNKNOWN");
  };

  return {
    dataUrl: `${issuer}${BASE}`,
    books,
    consents,
    received,
    respond: async (request: Received): Promise<Response> => {
      received.push(request);
      const response = respond(request);
      if (!has("no-request-id"))
        response.headers.set("x-request-id", request.headers.get("x-request-id") ?? "");
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
    visit: (address: string): Record<string, string> => {
      const byToken = approach === "oauth" ? server.authorize(address) : null;
      const consent = consents.get(
        byToken?.consentId ?? new URL(address).pathname.split("/").at(-1) ?? "",
      );
      if (!consent) throw new Error("the address names a consent");
      consent.status = "valid";
      return byToken?.parameters ?? Object.fromEntries(new URL(consent.returnTo).searchParams);
    },
    /** Ends the consents at the bank. */
    expire: () => {
      for (const consent of consents.values()) consent.status = "expired";
    },
  };
};
