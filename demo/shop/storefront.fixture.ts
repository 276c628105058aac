import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Shop, type ShopOptions, startShop } from "./server.mjs";

export const SECRET = "the-shop-secret";
export const ACCESS_TOKEN = "access-sandbox-7d1f";
export const REQUEST_ID = "m8Xk2PqLr4tVb1c";

export const CHECKING = {
  account_id: "acc-1",
  name: "Everyday Checking",
  official_name: null,
  mask: "0000",
  type: "depository",
  subtype: "checking",
  balances: {
    available: 100,
    current: 110,
    limit: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
};
/** A base64 logo, as sent by the bank service. */
export const LOGO = "aVZCT1J3MEtHZ28=";
const BANK = { institution_id: "ins_7", institution_name: "Harbour & Hill" };
const MORTGAGE = { ...CHECKING, account_id: "acc-2", name: "Mortgage", type: "loan" };

/** A response of the bank service: a status, and a JSON body. A text body is sent unchanged. */
export type Answer = [status: number, body: unknown];

/** The bank service's refusal with a code. */
export const refusal = (error_code: string, display_message: string | null = null): Answer => [
  400,
  {
    error_type: "INVALID_INPUT",
    error_code,
    error_message: `developers read of ${error_code}`,
    display_message,
    request_id: REQUEST_ID,
  },
];

/** An open shop in front of a bank service, whose responses a test can change. */
export type Street = {
  shop: Shop;
  /** The folder the shop's token file is in. */
  folder: string;
  /** Every call to the bank service: its path, its method and its fields. */
  requests: Record<string, unknown>[];
  answers: Record<string, (body: Record<string, unknown>) => Answer>;
  open(options?: Partial<ShopOptions>): Promise<Shop>;
  /** Closes the shop and opens it again. */
  reopen(options?: Partial<ShopOptions>): Promise<void>;
  closeBank(): void;
  close(): Promise<void>;
  get(path: string): Promise<Response>;
  /** Posts like the shop's own page. A text body is sent unchanged. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Comes back as another visitor, without the cookie. */
  becomeAnother(): void;
};

/** Opens a shop and its bank service, both on loopback. */
export const openStreet = async (): Promise<Street> => {
  const folder = mkdtempSync(join(tmpdir(), "shop-"));
  const { requests, answers, bank } = fakeBank();
  await new Promise<void>((resolve) => bank.listen(0, "localhost", resolve));

  const open = (options: Partial<ShopOptions> = {}) =>
    startShop({
      port: 0,
      host: "127.0.0.1",
      apiOrigin: `http://localhost:${(bank.address() as AddressInfo | null)?.port ?? 9}`,
      linkOrigin: "http://link.example:8080",
      clientId: "the-shop",
      secret: SECRET,
      publicKey: 'key-"<1>',
      environment: "sandbox",
      file: join(folder, "kept", "tokens.json"),
      ...options,
    });

  let cookie = "";
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const answer = await fetch(street.shop.origin + path, { ...init, headers });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return answer;
  };
  const street: Street = {
    ...{ folder, requests, answers, open, shop: await open() },
    reopen: async (options) => {
      await street.shop.close();
      street.shop = await open(options);
    },
    closeBank() {
      bank.close();
      bank.closeAllConnections();
    },
    close: async () => {
      await street.shop.close();
      street.closeBank();
      rmSync(folder, { recursive: true });
    },
    becomeAnother() {
      cookie = "";
    },
    get: (path) => visit(path),
    post: (path, body, headers = {}) =>
      visit(path, {
        method: "POST",
        headers: { origin: street.shop.origin, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
  return street;
};

function fakeBank(): Pick<Street, "requests" | "answers"> & { bank: Server } {
  const messages: Street["requests"] = [];
  const ok = (body: object): Answer => [200, { ...body, request_id: REQUEST_ID }];
  const answers: Street["answers"] = {
    "/item/public_token/exchange": ({ public_token }) => {
      const item_id = String(public_token).replace("public-sandbox", "item");
      return ok({ access_token: `${ACCESS_TOKEN}-${item_id}`, item_id });
    },
    "/item/get": () => ok({ item: BANK }),
    "/institutions/get_by_id": () => ok({ institution: { logo: LOGO } }),
    "/item/remove": () => ok({ removed: true }),
    "/accounts/get": () => ok({ accounts: [CHECKING, MORTGAGE], item: BANK }),
    "/auth/get": () => {
      const ach = [{ account_id: "acc-1", account: "1111", routing: "0110", wire_routing: null }];
      return ok({ numbers: { ach, eft: [], international: [], bacs: [] } });
    },
  };
  const bank = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    messages.push({ path: request.url, method: request.method, ...body });
    const [status, content] = answers[request.url ?? ""]?.(body) ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof content === "string" ? content : JSON.stringify(content));
  });
  return { requests: messages, answers, bank };
}
