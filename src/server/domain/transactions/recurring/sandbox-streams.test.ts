import { expect, test } from "vitest";
import { TEST_USERS } from "../../../connectors/sandbox/accounts/account-plan.ts";
import { dayAt } from "../../calendar.ts";
import { sandboxItem } from "../../consumer-reports/sandbox-items.fixture.ts";
import { recurringStreamsIn } from "./recurring-streams.ts";

const NOW = Date.UTC(2026, 10, 20, 12);

/** A bank in each of four countries. */
const BANKS = ["ins_109508", "ins_116834", "ins_43", "ins_940001"];

/** The kind of a recurring movement, by the sandbox's internal key; empty for others. */
const paidAs = (key: string): string =>
  /^\d+ (wages|takings|side|rent|bill .+|subscription .+) \d+( \d+)?$/.exec(key)?.[1] ?? "";

test.each(BANKS)(
  "the salary, rent, bills and subscriptions of the sandbox at %s are streams",
  async (institutionId) => {
    for (const username of TEST_USERS) {
      const { item, keyOf } = await sandboxItem({ username, institutionId, now: NOW });
      const transactions = item.accounts.flatMap(({ transactions: some }) => some);
      const { inflow, outflow } = await recurringStreamsIn(transactions, dayAt(NOW));
      const streamed = new Map(
        [...inflow, ...outflow].flatMap((stream) =>
          stream.transaction_ids.map((id) => [keyOf.get(id) ?? "", stream] as const),
        ),
      );
      expect([...keyOf.values()].filter((key) => paidAs(key) !== "").length).toBeGreaterThan(60);
      const missing = [...keyOf.values()].filter((key) => paidAs(key) !== "" && !streamed.has(key));
      expect(new Set(missing.map((key) => `${username} ${paidAs(key)}`))).toEqual(new Set());
      const ended = [...streamed].filter(
        ([key, { is_active }]) => paidAs(key) !== "" && !is_active,
      );
      expect(new Set(ended.map(([key]) => `${username} ${paidAs(key)}`))).toEqual(new Set());
    }
  },
);
