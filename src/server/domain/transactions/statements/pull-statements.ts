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

/** The months of statements that are read, unless an application has set a period, which has no more of them. */
export const STATEMENT_MONTHS = 24;

/** More than one for each day of the longest period. */
const MAX_STATEMENTS = 1000;

/**
 * Returns the statements of an Item. They are read if they never were, and again on a later day as long as the period
 * may have further ones; if the institution refuses that, the stored ones are returned. Throws its error if there are
 * none.
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
 * Reads the statements of a period from the institution, and adds the jobs with them; `readAt` dates the Item's list, if
 * this is its own period. PRODUCTS_NOT_SUPPORTED if the institution gives no statements, UNSUPPORTED_RESPONSE if an
 * account has more of them than any has.
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
