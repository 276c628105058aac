import { expect, test } from "vitest";
import { FDX_STANDARD } from "../../domain/institutions/institution-registration.ts";
import { connectTo, INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { storedLogin } from "./stored-login.fixture.ts";

const ISSUER = "https://bank.example";
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  scopes_supported: ["openid", "Account"],
};
const ACCOUNT = { accountId: "a-1", accountCategory: "DEPOSIT_ACCOUNT", currentBalance: 1 };
const GRANT = {
  ...{ id: "grant-1", issuer: ISSUER, clientId: null, subject: "ada", accessToken: "token" },
  ...{ expiresAt: null, refreshToken: null, dpopKey: null, leaseUntil: null, pausedUntil: null },
};
const PERIOD = { from: "2026-01-01", to: "2026-03-01" };

/** An institution with an endless list of transactions, or other metadata. */
const endlessBank = ({ filler = "", msPerCall = 0, metadata = {} } = {}) => {
  let now = 0;
  const calls: { path: string; bodyLimit: number | undefined }[] = [];
  const client = {
    fetch: async (url: string, { bodyLimit }: { bodyLimit?: number | undefined }) => {
      const path = new URL(url).pathname;
      calls.push({ path, bodyLimit });
      now += msPerCall;
      if (path.endsWith("/openid-configuration"))
        return Response.json({ ...METADATA, ...metadata });
      if (path.endsWith("/accounts")) return Response.json({ accounts: [ACCOUNT] });
      const transaction = {
        ...{ transactionId: String(calls.length), amount: 1, debitCreditMemo: "DEBIT" },
        ...{ postedTimestamp: "2026-02-03", memo: filler },
      };
      const page = { nextPageKey: String(calls.length) };
      return Response.json({ transactions: [transaction], page });
    },
    close: async () => undefined,
  };
  const http = { open: () => client, close: client.close };
  const { connector, start } = connectTo(ISSUER, { http, clock: () => now });
  const login = storedLogin(INSTITUTION_ID, JSON.stringify(GRANT))();
  return { calls, start, read: () => connector.transactions(login, PERIOD) };
};

test("a read is limited to 32 MiB, and each response by its kind", async () => {
  const { calls, read } = endlessBank({ filler: "x".repeat(4_000_000) });
  await expect(read()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(calls.length).toBeLessThan(15);
  const limits = new Map(calls.map(({ path, bodyLimit }) => [path, bodyLimit]));
  expect(Object.fromEntries(limits)).toEqual({
    "/.well-known/openid-configuration": 512 * 1024,
    "/fdx/v6/accounts": 1024 * 1024,
    "/fdx/v6/accounts/a-1/transactions": 4 * 1024 * 1024,
  });
});

test.each([
  ["fdx", "/fdx/v6", ""],
  ["uk", "/open-banking/v3.1/aisp", "/file"],
] as const)(
  "the PDF of a statement by %s may have 8 MiB, and no other response",
  async (dialect, base, end) => {
    const limits = new Map<string, number | undefined>();
    const client = {
      fetch: async (url: string, { bodyLimit }: { bodyLimit?: number | undefined }) => {
        const { pathname } = new URL(url);
        limits.set(pathname, bodyLimit);
        return pathname.startsWith(base) ? new Response("%PDF-1.7") : Response.json(METADATA);
      },
      close: async () => undefined,
    };
    const { connector } = connectTo(ISSUER, {
      http: { open: () => client, close: client.close },
      declaration: { dataUrl: `${ISSUER}${base}`, standard: { ...FDX_STANDARD, dialect } },
    });
    const login = storedLogin(INSTITUTION_ID, JSON.stringify(GRANT))();
    const statement = { accountKey: "a/1", key: "file" };
    const document = await connector.statements?.document(login, statement);
    expect(Buffer.from(document ?? []).toString()).toBe("%PDF-1.7");
    expect(Object.fromEntries(limits)).toEqual({
      "/.well-known/openid-configuration": 512 * 1024,
      [`${base}/accounts/a%2F1/statements/file${end}`]: 8 * 1024 * 1024,
    });
    await expect(
      connector.statements?.list(login, { from: "2026-01-01", to: "2026-03-01" }),
    ).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(limits.get(`${base}/accounts`)).toBe(1024 * 1024);
  },
);

test("a read that takes longer than ten minutes in all is ended", async () => {
  const { calls, read } = endlessBank({ msPerCall: 19_000 });
  await expect(read()).rejects.toMatchObject({ code: "INSTITUTION_NOT_RESPONDING" });
  expect(calls.length).toBeLessThan(40);
});

test("an issuer that offers hundreds of scopes is asked for a hundred, by an address that is no longer than 8 KiB", async () => {
  const scopes = (length: number, name: string) => Array(length).fill(name);
  const some = endlessBank({ metadata: { scopes_supported: scopes(400, "Account") } });
  const { url } = await some.start();
  expect(new URL(url).searchParams.get("scope")?.split(" ")).toHaveLength(100);
  for (const scopes_supported of [scopes(501, "Account"), scopes(50, "Account".repeat(60))])
    await expect(endlessBank({ metadata: { scopes_supported } }).start()).rejects.toMatchObject({
      code: "UNSUPPORTED_RESPONSE",
    });
});
