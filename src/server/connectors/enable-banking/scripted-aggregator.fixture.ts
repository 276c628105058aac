import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { appWithAggregator } from "./aggregator-app.fixture.ts";

/** A request to the aggregator. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};

/** The response to a request: a body with status 200, or a whole response. */
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** A test's responses of an aggregator. A missing part has a plain default. */
export type Script = {
  aspsps?: unknown;
  auth?: (asked: Asked) => Answer | undefined;
  session?: unknown;
  sessionNow?: (asked: Asked) => Answer;
  details?: (asked: Asked) => Answer;
  balances?: (asked: Asked, uid: string) => Answer;
  transactions?: (asked: Asked, uid: string) => Answer;
  /** The parameters with which the bank sends the person back. */
  back?: Record<string, string>;
};

const PLAIN_BANK = { name: "Cliff Bank", country: "FI", psu_types: ["personal"] };

/** An account in the form of the API's document. */
export const plainAccount = (more: object = {}) => ({
  uid: "u-1",
  account_id: { iban: "FI2112345600000785" },
  name: "Aino Lehto",
  currency: "EUR",
  cash_account_type: "CACC",
  identification_hash: "hash-1",
  identification_hashes: ["hash-1"],
  ...more,
});

/** A booked payment with all required fields of the API. */
export const plainRow = (day: string, amount: string, text: string, more: object = {}) => ({
  entry_reference: `ref ${day} ${text} ${amount}`,
  transaction_amount: { currency: "EUR", amount: amount.replace("-", "") },
  credit_debit_indicator: amount.startsWith("-") ? "DBIT" : "CRDT",
  status: "BOOK",
  booking_date: day,
  value_date: day,
  remittance_information: [text],
  ...more,
});

export const plainSession = (accounts: unknown, more: object = {}) => ({
  session_id: "s-1",
  accounts,
  access: { valid_until: "2026-07-01T00:00:00+00:00" },
  psu_type: "personal",
  ...more,
});

/**
 * The real app with an aggregator that responds by a script, which a test may change at any time.
 */
export const scriptedApp = async (script: Script, variables: Record<string, string> = {}) => {
  const asked: Asked[] = [];
  const app = await appWithAggregator(
    async ({ redirectUri }) => {
      let backTo = "";
      const answerTo = (request: Asked): Answer => {
        const { method, path, body } = request;
        const uid = decodeURIComponent(/^\/accounts\/([^/]+)/.exec(path)?.[1] ?? "");
        if (path === "/application")
          return { body: { environment: "SANDBOX", active: true, redirect_urls: [redirectUri] } };
        if (path === "/aspsps") return { body: { aspsps: script.aspsps ?? [PLAIN_BANK] } };
        if (path === "/auth") {
          const refusal = script.auth?.(request);
          if (refusal) return refusal;
          const { redirect_url, state } = JSON.parse(body) as Record<string, string>;
          backTo = `${redirect_url}?${new URLSearchParams({ state: state ?? "", ...(script.back ?? { code: "c-1" }) })}`;
          return { body: { url: "https://bank.example/sign-in", authorization_id: "a-1" } };
        }
        if (path === "/sessions") return { body: script.session ?? plainSession([plainAccount()]) };
        if (path.startsWith("/sessions/"))
          return method === "DELETE"
            ? { body: { message: "OK" } }
            : (script.sessionNow?.(request) ?? { body: { status: "AUTHORIZED" } });
        if (path.endsWith("/details")) return script.details?.(request) ?? { body: plainAccount() };
        if (path.endsWith("/balances"))
          return script.balances?.(request, uid) ?? { body: { balances: [] } };
        if (path.endsWith("/transactions"))
          return script.transactions?.(request, uid) ?? { body: { transactions: [] } };
        return { status: 404, body: { code: 404 } };
      };
      const server = createServer(async (incoming, response) => {
        let body = "";
        for await (const piece of incoming) body += piece;
        const url = new URL(incoming.url ?? "/", "http://localhost");
        const request: Asked = {
          method: incoming.method ?? "",
          path: url.pathname,
          query: url.searchParams,
          ...{ headers: incoming.headers, body },
        };
        asked.push(request);
        const answer = answerTo(request);
        const text =
          typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? null);
        response.writeHead(answer.status ?? 200, answer.headers).end(text);
      });
      await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
      return {
        address: `http://localhost:${(server.address() as AddressInfo).port}`,
        signIn: () => backTo,
        close: () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
    "Cliff Bank",
    variables,
  );
  return { ...app, asked, script };
};

/** Links an Item by a script, and reads it once. */
export const linkedBy = async (script: Script) => {
  const setup = await scriptedApp(script);
  const item = await setup.linkItem();
  await setup.pull(0);
  const sync = setup.syncReader(item);
  return { ...setup, item, sync, first: await sync() };
};

/** A script whose account has these rows. */
export const listing = (rows: unknown): Script => ({
  transactions: () => ({ body: { transactions: rows } }),
});
