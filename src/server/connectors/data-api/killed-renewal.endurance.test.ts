import { spawn } from "node:child_process";
import { once } from "node:events";
import { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildProgram } from "../../../testing/build-program.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { extraPullJob } from "../../domain/transactions/transaction-jobs.ts";
import { bankApp } from "./bank-app.fixture.ts";

const WORKER = fileURLToPath(new URL("../../../testing/test-app/worker.ts", import.meta.url));

const HALF_AN_HOUR_MS = 30 * 60_000;
/** Longer than any lease of a process. */
const MAX_LEASE_MS = 5 * 60_000 + 1000;
const DAY_MS = 24 * 3_600_000;

/** Resolves after the bank has rotated a refresh token; the response is withheld. */
const withheldTokens = () =>
  new Promise<void>((resolve) => {
    const original = ServerResponse.prototype.end;
    const end = vi.spyOn(ServerResponse.prototype, "end");
    end.mockImplementation(function (this: ServerResponse, ...rest) {
      if (this.req.url !== "/token") return Reflect.apply(original, this, rest);
      resolve();
      return this;
    });
    onTestFinished(() => end.mockRestore());
  });

test("a process that is killed while the bank rotates the refresh token leaves an Item that its user repairs", {
  // Only a hanging test is to end by time.
  timeout: 300_000,
}, async () => {
  const { file, remove } = await buildProgram(WORKER);
  onTestFinished(remove);
  const receiver = await testReceiver();
  const bank = await bankApp();
  const { app } = bank;
  // The other process uses real time, at which the access token must have expired.
  app.advanceClock(Date.now() - app.services.clock() - HALF_AN_HOUR_MS);
  const { access_token, item_id } = await bank.linkItem({ webhook: receiver.url });
  await app.runJobs();
  // Long enough ago that nothing is pending and posts between two reads.
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const dates = { start_date: day(60), end_date: day(14) };
  const read = async () => {
    const { accounts, transactions } = await app.call("/transactions/get", {
      access_token,
      ...dates,
    });
    const ids = (accounts as { account_id: string }[]).map(({ account_id }) => account_id);
    return { ids, transactions };
  };
  const before = await read();
  app.advanceClock(HALF_AN_HOUR_MS);
  const item = await app.services.store.items.byItemId(item_id);
  if (!item) throw new Error("the Item was linked");
  await app.services.store.jobs.add([extraPullJob(app.services, item)]);

  const rotation = withheldTokens();
  const child = spawn(process.execPath, [file, app.folder, "3000"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await rotation;
  child.kill("SIGKILL");
  await once(child, "exit");
  vi.restoreAllMocks();

  // The process's leases end first: on the refresh token, and on the Item's transactions, which a
  // read after midnight pulls.
  app.advanceClock(Date.now() - app.services.clock() + MAX_LEASE_MS);
  const answer = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  expect(answer.body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  await app.runJobs();
  expect(receiver.codes()).toContain("ITEM:ERROR");

  const link = await bank.open({ access_token, products: undefined });
  await bank.visitBank(link);
  await bank.goOn(link);
  expect(
    (await app.post("/accounts/balance/get", { ...app.credentials, access_token })).status,
  ).toBe(200);
  expect(await read()).toEqual(before);
});
