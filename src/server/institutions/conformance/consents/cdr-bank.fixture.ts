import { randomUUID } from "node:crypto";
import { startBank } from "../../../../../demo/bank/server.mjs";
import { CLIENT, RETURN_ADDRESS, walkThrough } from "../../../../../demo/bank/visit.fixture.ts";
import { findDialect } from "../../../connectors/data-api/dialects/index.ts";
import type { Change } from "../../../connectors/data-api/document-banks/changing.fixture.ts";
import { NO_DEVIATIONS } from "../../../domain/institutions/deviations.ts";
import { type CheckResult, listResults } from "../check.ts";
import { listChecks } from "../checks/index.ts";
import { clientAuthentication } from "../client-authentication.ts";
import { createCall } from "../reply.ts";
import { gatherConsented } from "./gather-consented.ts";

const BASE = "/cds-au/v1";
const PAGE_SIZE = 10;
const DAY_MS = 86_400_000;
/** The versions of the endpoints, by the ends of their paths. */
const VERSIONS: readonly [RegExp, string][] = [
  [/\/banking\/accounts$/, "3"],
  [/\/balance$/, "1"],
  [/\/transactions$/, "2"],
];

const ACCOUNT = {
  ...{ accountId: "a-1", displayName: "Everyday", maskedNumber: "xxx-xxx xxxxx5678" },
  ...{ openStatus: "OPEN", isOwned: true, accountOwnership: "ONE_PARTY" },
  ...{ productCategory: "TRANS_AND_SAVINGS_ACCOUNTS", productName: "Everyday account" },
};
const ACCOUNTS = [
  ACCOUNT,
  { ...ACCOUNT, accountId: "c-1", displayName: "Card", productCategory: "CRED_AND_CHRG_CARDS" },
];

const rowsOf = (accountId: string, now: number) =>
  Array.from({ length: accountId === "a-1" ? 35 : 5 }, (_, at) => ({
    ...{ accountId, transactionId: `${accountId}-${at}`, isDetailAvailable: false },
    ...{ type: "PAYMENT", status: "POSTED", description: "Coffee", reference: `r-${at}` },
    postingDateTime: new Date(now - at * 3 * DAY_MS).toISOString(),
    ...{ amount: at % 4 === 0 ? "120.00" : "-4.50", merchantName: "Corner Caf\u00e9" },
  }));

const refuse = (status: number, code: string) =>
  Response.json(
    { errors: [{ code: `urn:au-cds:error:cds-all:${code}`, title: code, detail: code }] },
    { status },
  );

/** The data of a Consumer Data Standards bank, from its public document. */
const respond = (request: Request, now: number): Response => {
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE.length);
  if (!/^Bearer \S+$/.test(request.headers.get("authorization") ?? ""))
    return new Response(null, { status: 401 });
  const version = VERSIONS.find(([end]) => end.test(path))?.[1];
  if (request.headers.get("x-v") === null) return refuse(400, "Header/Missing");
  if (request.headers.get("x-v") !== version) return refuse(406, "Header/UnsupportedVersion");
  const answer = (data: object, next: string | null = null, total = 2) =>
    Response.json(
      {
        ...{ data, links: { self: url.href, ...(next !== null && { next }) } },
        meta: { totalRecords: total, totalPages: Math.max(1, Math.ceil(total / PAGE_SIZE)) },
      },
      {
        headers: {
          "x-v": version ?? "",
          "x-fapi-interaction-id": request.headers.get("x-fapi-interaction-id") ?? randomUUID(),
        },
      },
    );
  if (path === "/banking/accounts") return answer({ accounts: ACCOUNTS });
  const [, id = "", part = ""] = /^\/banking\/accounts\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (!ACCOUNTS.some(({ accountId }) => accountId === id)) return refuse(404, "Resource/Invalid");
  if (part === "balance")
    return answer({
      ...{ accountId: id, currentBalance: "80.00", availableBalance: "70.00" },
      ...{ creditLimit: "0.00", currency: "AUD" },
    });
  const [from, to] = ["oldest-time", "newest-time"].map((name) =>
    Date.parse(url.searchParams.get(name) ?? ""),
  );
  const all = rowsOf(id, now).filter(({ postingDateTime }) => {
    const time = Date.parse(postingDateTime);
    return time >= (from ?? 0) && time <= (to ?? now);
  });
  const page = Number(url.searchParams.get("page") ?? "1");
  const next = new URL(url);
  next.searchParams.set("page", String(page + 1));
  return answer(
    { transactions: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) },
    page * PAGE_SIZE < all.length ? next.href : null,
    all.length,
  );
};

/** A Consumer Data Standards bank whose users sign in at the demo bank, with its check. */
export const cdrBank = async () => {
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  const authentication = await clientAuthentication(
    { clientSecret: CLIENT.secret },
    "client_secret_basic",
  );
  const dialect = findDialect({ dialect: "cdr" });
  const declared = { approach: "oauth", security: "none", deviations: NO_DEVIATIONS } as const;
  const check = async (changes: readonly Change[] = [], signIns: 1 | 4 = 1) => {
    let visits = 0;
    const observations = await gatherConsented({
      ...declared,
      ...{ issuer: bank.issuer, clientId: CLIENT.id, authentication, signIns, dialect },
      ...{ hasCertificate: false, redirectUri: RETURN_ADDRESS },
      // The demo bank lacks this standard's scopes.
      scopes: ["openid", "offline_access"],
      dataUrl: `${bank.issuer}${BASE}`,
      ...{ resource: undefined, clock: Date.now, dpop: false },
      call: createCall({
        timeoutMs: 30_000,
        clock: Date.now,
        send: async (address, init) => {
          const url = new URL(address);
          const received = {
            ...{ method: init.method ?? "GET", url, headers: new Headers(init.headers) },
            body:
              typeof init.body === "string" || init.body instanceof URLSearchParams
                ? String(init.body)
                : "",
          };
          let response = url.pathname.startsWith(BASE)
            ? respond(new Request(address, init), Date.now())
            : await fetch(address, init);
          if (url.pathname === "/token" && response.ok)
            response = Response.json(
              { ...((await response.json()) as object), cdr_arrangement_id: "arrangement-1" },
              { headers: response.headers },
            );
          for (const change of changes) response = await change(received, response);
          return response;
        },
      }),
      promptSignIn: async (address) => {
        visits += 1;
        return walkThrough(bank.issuer, address, visits > 1 ? { accounts: "cancel" } : {});
      },
      enter: async () => {},
    });
    return listResults(listChecks({ ...declared, dialect: "cdr" }), observations);
  };
  return {
    bank,
    check: check as (changes?: readonly Change[], signIns?: 1 | 4) => Promise<CheckResult[]>,
  };
};
