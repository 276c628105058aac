import type {
  TransactionStore,
  Uncategorized,
} from "../../server/domain/transactions/transaction-feed.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";

const MAX_COUNT = 10_000;
const PAGE = 1000;

/** The maximum number of different descriptions that are counted; more would only use memory. */
const MAX_DESCRIPTIONS = 200_000;

type Tally = { description: string; transactions: number; items: Set<string> };

/** Lists the descriptions of transactions that no rule categorizes, the most frequent first. */
export const listUncategorized = (
  { data, count, items }: { data: string; count: string; items: string },
  { variables, out }: Context,
): Promise<void> => {
  const max = parseNumber("--count", count);
  const minItems = parseNumber("--items", items);
  return withExistingStore(anyStore(data, variables), async ({ transactions }) => {
    const all = await tally(transactions);
    const shown = all.filter((each) => each.items.size >= minItems).slice(0, max);
    out([...shown.map(line), `${summary(all, shown, minItems)}\n`].join(""));
  });
};

async function tally({ uncategorized }: TransactionStore): Promise<Tally[]> {
  const tallies = new Map<string, Tally>();
  let last: Uncategorized | null = null;
  do {
    const page: Uncategorized[] = await uncategorized(last, PAGE);
    for (const { itemId, description: text } of page) {
      const description = withoutDigits(text);
      const known = tallies.get(description);
      if (!known && tallies.size >= MAX_DESCRIPTIONS) continue;
      const entry = known ?? { description, transactions: 0, items: new Set() };
      entry.transactions += 1;
      entry.items.add(itemId);
      tallies.set(description, entry);
    }
    last = page.at(-1) ?? null;
  } while (last !== null);
  return [...tallies.values()].toSorted(
    (a, b) => b.transactions - a.transactions || (a.description < b.description ? -1 : 1),
  );
}

/** Numbers of cards, stores and references vary. Control characters would move the cursor. */
const withoutDigits = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\p{N}/gu, "#")
    .replace(/\s+/g, " ")
    .trim();

const line = ({ description, transactions }: Tally): string =>
  `${String(transactions).padStart(7)}  ${description}\n`;

function summary(all: readonly Tally[], shown: readonly Tally[], minItems: number): string {
  if (all.length === 0) return "every transaction has a category";
  const rare = all.filter(({ items }) => items.size < minItems).length;
  const hidden = rare === 0 ? "" : `; ${rare} that fewer than ${minItems} Items have (--items)`;
  return `${shown.length} of ${all.length} descriptions without a category${hidden}`;
}

function parseNumber(option: string, value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_COUNT) return number;
  throw new SettingsError(`${option} must be a number from 1 to ${MAX_COUNT}, not ${value}`);
}
