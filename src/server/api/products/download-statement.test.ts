import { expect, test } from "vitest";
import { z } from "zod";
import { StatementsAccount } from "../../../protocol/statements.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const BANK = "ins_109508";

/** A promise, and the function that resolves it. */
const signal = () => {
  let resolve = () => {};
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve };
};

test("downloads of one client leave places to others while a bank is slow", async () => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const keys = { client_id, secret };
  const { access_token } = await app.link(BANK, ["statements"]);
  const { accounts } = z
    .object({ accounts: z.array(StatementsAccount) })
    .parse(await app.call("/statements/list", { access_token }));
  const statement_id = accounts[0]?.statements[0]?.statement_id ?? "";
  const { statements } = app.services.directory.connectorOf(BANK);
  if (!statements) throw new Error("the sandbox has statements");
  const { document } = statements;
  let [inside, most] = [0, 0];
  const full = signal();
  const end = signal();
  Object.assign(statements, {
    document: async (...request: Parameters<typeof document>) => {
      inside += 1;
      most = Math.max(most, inside);
      if (inside === 8) full.resolve();
      await end.promise;
      inside -= 1;
      return document(...request);
    },
  });
  const slow = Array.from({ length: 9 }, () =>
    app.post("/statements/download", { ...keys, access_token, statement_id }),
  );
  await full.promise;
  const leave = await app.services.statementReads.enter("another client");
  leave();
  end.resolve();
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  Object.assign(statements, { document });
  expect(most).toBe(8);
});
