import { dayAt, monthsBefore, toDate } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { Fault } from "../../fault.ts";
import type { ReadPriority } from "../../institutions/request-quota.ts";
import type { Item } from "../../items/item.ts";
import { requireAccess } from "../../items/item-state.ts";
import { readInstitution } from "../../items/read-institution.ts";
import { readTogether } from "../../items/shared-read.ts";
import type { NewJob } from "../../jobs/job.ts";
import { ofAccounts, type Statement, type StatementDeps, type StatementList } from "./statement.ts";

/** The default number of months of statements. An application's period has no more. */
export const STATEMENT_MONTHS = 24;

/** More than one statement per day of the longest period. */
const MAX_STATEMENTS = 1000;

/**
 * Returns the statements of an Item. Reads them for the first time, and again on a later day while
 * the period may have new ones. If the institution refuses, returns the stored statements, or
 * throws its error without any.
 */
export const ensureStatements = async (
  services: StatementDeps,
  item: Item,
): Promise<readonly Statement[]> => {
  const { clock, environment, store } = services;
  const list = await store.statements.list(item.itemId);
  const period = toPeriod(list, clock());
  if (!isDue(list, period, clock())) return list.statements;
  try {
    requireAccess(item, "institution", { environment, now: clock() });
    await readTogether(services, { itemId: item.itemId, kind: "statements" }, () =>
      pullStatements(services, item, period, { readAt: clock() }),
    );
  } catch (refusal) {
    if (!(refusal instanceof Fault) || list.readAt === null) throw refusal;
    return list.statements;
  }
  return (await store.statements.list(item.itemId)).statements;
};

const toPeriod = ({ period }: StatementList, now: number): Period => {
  const today = dayAt(now);
  return period ?? { from: toDate(monthsBefore(today, STATEMENT_MONTHS)), to: toDate(today) };
};

const isDue = ({ readAt }: StatementList, { to }: Period, now: number): boolean =>
  readAt === null || (dayAt(readAt) < dayAt(now) && to >= toDate(dayAt(readAt)));

/**
 * Reads the statements of a period from the institution, and adds the jobs. `readAt` dates the
 * Item's list if the period is its own. Throws PRODUCTS_NOT_SUPPORTED without statements,
 * UNSUPPORTED_RESPONSE for implausibly many.
 */
export const pullStatements = async (
  services: StatementDeps,
  item: Item,
  period: Period,
  {
    readAt = null,
    jobs = [],
    priority = "user",
  }: { readAt?: number | null; jobs?: readonly NewJob[]; priority?: ReadPriority },
): Promise<void> => {
  const { store } = services;
  const listed = await readInstitution(
    services,
    item,
    (connector, login) => {
      if (connector.statements) return connector.statements.list(login, period);
      throw new Fault("PRODUCTS_NOT_SUPPORTED", {
        message: "the institution does not support statements",
      });
    },
    priority,
  );
  const accounts = await store.items.accounts(item.itemId);
  const statements = ofAccounts(item, accounts, listed).filter(
    ({ date }) => period.from <= date && date <= period.to,
  );
  requireFew(statements);
  await store.statements.set(item.itemId, statements, { period, readAt }, jobs);
};

function requireFew(statements: readonly Statement[]): void {
  const counts = new Map<string, number>();
  for (const { accountId } of statements) {
    const count = (counts.get(accountId) ?? 0) + 1;
    if (count > MAX_STATEMENTS)
      throw new Fault("UNSUPPORTED_RESPONSE", {
        message: `the institution lists more than ${MAX_STATEMENTS} statements of an account`,
      });
    counts.set(accountId, count);
  }
}
