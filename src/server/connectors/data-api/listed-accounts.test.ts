import { expect, test } from "vitest";
import { connectTo } from "./connected-bank.fixture.ts";

const ISSUER = "https://bank.example";
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
};
const GRANT = {
  id: "grant-1",
  issuer: ISSUER,
  subject: "ada",
  accessToken: "token-1",
  expiresAt: null,
  refreshToken: "token-2",
  dpopKey: null,
  leaseUntil: null,
  pausedUntil: null,
  consentId: null,
  consentExpiresAt: null,
};

/** The balances at an institution with pages of accounts; undefined for a missing page. */
const toBalances = (...pages: (object[] | undefined)[]) => {
  const fetch = async (address: string): Promise<Response> => {
    const url = new URL(address);
    if (url.pathname.endsWith("/openid-configuration")) return Response.json(METADATA);
    const at = Number(url.searchParams.get("pageKey") ?? 0);
    const accounts = pages[at];
    if (accounts === undefined) return new Response(null, { status: 404 });
    const page = at + 1 < pages.length ? { nextPageKey: String(at + 1) } : {};
    return Response.json({ accounts, page });
  };
  const client = { fetch, close: async () => undefined };
  const http = { open: () => client, close: client.close };
  const { connector, loginWith } = connectTo(ISSUER, { http, clock: () => 0 });
  return connector.balances(loginWith(JSON.stringify(GRANT)));
};

const account = (accountId: string, fields: object = {}) => ({
  accountId,
  accountCategory: "DEPOSIT_ACCOUNT",
  currentBalance: 1,
  ...fields,
});

test("an account that is closed is not there, and one with an error in place of its balance is", async () => {
  const unreadable = { accountId: "a-3", error: { code: 705, message: "Later" } };
  const list = [account("a-1"), account("a-2", { status: "CLOSED" }), unreadable];
  expect(await toBalances(list)).toMatchObject([
    { key: "a-1", balances: { current: 1 } },
    { key: "a-3", balances: null },
  ]);
});

test("a list of accounts of which a page is missing is no list", async () => {
  expect(await toBalances([account("a-1")], [account("a-2")])).toHaveLength(2);
  await expect(toBalances([account("a-1")], undefined)).rejects.toMatchObject({
    code: "UNSUPPORTED_RESPONSE",
  });
});
