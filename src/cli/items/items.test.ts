import { expect, test } from "vitest";
import { DAY_MS } from "../../server/domain/calendar.ts";
import { logIn } from "../../server/domain/link/login.ts";
import { newItem } from "../../server/domain/link/new-item.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";

const GOOD = { username: "user_good", password: "pass_good" };

test("items expiring lists the Items whose consent ends soon, the next one first", async () => {
  const { services, keys, folder } = await testApp();
  const now = services.clock();
  const ids: string[] = [];
  for (const days of [20, 3, 10, -1, null]) {
    const login = await logIn(services, "ins_116834", GOOD);
    if (login.at !== "accounts") throw new Error("user_good is let in");
    const { created } = newItem(services, {
      ...{ ...login, clientId: keys.client_id, products: ["auth"], webhook: null, accounts: [] },
      consentExpiresAt: days === null ? null : now + days * DAY_MS,
    });
    await services.store.items.create(created);
    ids.push(created.item.itemId);
  }
  const list = async (...options: string[]) =>
    (
      await printedBy(["items", "expiring", "--data", folder, ...options], { clock: () => now })
    ).split("\n");
  const [first, second, ...rest] = await list();
  expect(rest).toEqual([""]);
  expect(first).toContain(`2026-01-18 12:00 UTC  in 3 d  ${ids[1]}  ins_116834`);
  expect(first).toContain("not reminded by mail");
  expect(second).toContain(`in 10 d  ${ids[2]}`);
  expect(await list("--days", "30")).toHaveLength(4);
  expect(await list("--client", "nobody")).toEqual(["No consent ends within 14 days.", ""]);
  await expect(list("--days", "0")).rejects.toThrow("--days must be a whole number");
});
