import { expect, test } from "vitest";
import { HARMFUL } from "../../../testing/hostile-values.ts";
import { createManualEntryConnector } from "./connector.ts";

const GOOD = {
  routing_number: "011401533",
  account_number: "1111222233330000",
  account_type: "checking",
  agree: "true",
};
const enter = (change: object) =>
  createManualEntryConnector().start("ins_900000", { ...GOOD, ...change });

test.each([
  ["account_number", "1111\u202e2222"],
  ["account_number", "1111\npython"],
  ["account_number", "1".repeat(300)],
  ["routing_number", "011401533\u2066"],
  ["account_type", "savings\npython"],
])("the %s %j is refused", async (field, value) => {
  await expect(enter({ [field]: value })).rejects.toMatchObject({ name: "Fault" });
});

test("separators between digits are left out", async () => {
  const step = await enter({ account_number: "1111 2222-3333\u20280000\n" });
  expect(step).toMatchObject({
    accounts: [{ numbers: { ach: { account: "1111222233330000" } }, mask: "0000" }],
  });
  expect(JSON.stringify(step)).not.toMatch(HARMFUL);
});
