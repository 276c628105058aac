import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bookOf } from "../../../../demo/bank/people/balances.mjs";
import { findCustomer } from "../../../../demo/bank/people/customers.mjs";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { StatementsAccount } from "../../../protocol/statements.ts";
import { bankApp } from "./bank-app.fixture.ts";
import type { Data } from "./data.ts";
import { berlinGroup } from "./dialects/berlin-group/dialect.ts";
import { fdx } from "./dialects/fdx/dialect.ts";
import { readStatementDocument, readStatements } from "./statements.ts";

const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { secret: _, ...REGISTERED } = CLIENT;
const BY_KEY = {
  client: {
    ...REGISTERED,
    jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
  },
  declaration: {
    secrets: { privateKey: KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString() },
  },
};

const dollars = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

describe.each([
  ["fdx", "2026-01-01", {}],
  ["uk", "2025-12-31", BY_KEY],
] as const)("statements by %s", (standard, date, client) => {
  test("the list is the bank's, and a download its PDF", async () => {
    const products = ["auth", "balance", "transactions", "statements"] as const;
    const bank = await bankApp({ standard, products: [...products], ...client });
    const { app } = bank;
    const { access_token } = await bank.linkItem({ products: ["statements"] });
    const { accounts } = z
      .object({ accounts: z.array(StatementsAccount) })
      .parse(await app.call("/statements/list", { access_token }));
    const [account] = accounts;
    const [first] = account?.statements ?? [];
    expect(first?.date_posted).toBe(date);
    expect(account?.statements.length).toBeGreaterThan(20);
    const answer = await app.post("/statements/download", {
      ...app.credentials,
      ...{ access_token, statement_id: first?.statement_id },
    });
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const text = Buffer.from(answer.bytes).toString("latin1");
    const ada = findCustomer("cust-ada");
    const own = ada?.accounts.find(({ number }) => number.endsWith(account?.account_mask ?? "-"));
    if (!ada || !own) throw new Error("the account is Ada's");
    const december = bookOf(ada, own, app.services.clock()).filter(({ postedAt }) =>
      new Date(postedAt).toISOString().startsWith("2025-12"),
    );
    expect(december.length).toBeGreaterThan(0);
    for (const { change } of december) expect(text).toContain(dollars(change));
    const refused = await app.post("/statements/download", {
      ...app.credentials,
      ...{ access_token, statement_id: "of another Item" },
    });
    expect(refused.body.error_code).toBe("INVALID_FIELD");
  });
});

test("ids of accounts and statements stay one part of the path of a document", async () => {
  const paths: string[] = [];
  const data: Data = {
    get: async () => null,
    list: async () => null,
    file: async (path) => {
      paths.push(path);
      return null;
    },
    historyDays: null,
    hasBulk: () => false,
    expect: async () => {},
  };
  const statement = { accountKey: "a/../b", key: "../s?x" };
  expect(await fdx.withReads((reads) => readStatementDocument(reads, data, statement))).toBeNull();
  expect(paths).toEqual(["/accounts/a%2F..%2Fb/statements/..%2Fs%3Fx"]);
  const period = { from: "2026-01-01", to: "2026-01-31" };
  await expect(
    berlinGroup.withReads((reads) => readStatements(reads, data, period)),
  ).rejects.toMatchObject({ code: "PRODUCTS_NOT_SUPPORTED" });
});
