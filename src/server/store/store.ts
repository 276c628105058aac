import type { Store } from "../domain/ports.ts";
import { assetReports } from "./asset-reports.ts";
import { clients } from "./clients.ts";
import { consents } from "./consents.ts";
import { dashboardSessions } from "./dashboard-sessions.ts";
import { deliveries } from "./deliveries.ts";
import { forget } from "./forget.ts";
import { institutions } from "./institutions.ts";
import { itemStatus } from "./item-status.ts";
import { items } from "./items.ts";
import { jobs } from "./jobs.ts";
import { linkTokens } from "./link-tokens.ts";
import { marks } from "./marks.ts";
import { migrate } from "./migrations/index.ts";
import { processorTokens } from "./processor-tokens.ts";
import { publicTokens } from "./public-tokens.ts";
import { sessions } from "./sessions.ts";
import type { Database } from "./tables.ts";
import { transactions } from "./transactions.ts";
import { usage } from "./usage.ts";
import { webhookKeys } from "./webhook-keys.ts";
import { writerWithJobs } from "./with-jobs.ts";

/** Opens the store in a database, e.g. `openStore(sqlite(file))`; brings its schema up to date. */
export const openStore = async (db: Database): Promise<Store> => {
  try {
    await migrate(db);
  } catch (failure) {
    await db.destroy();
    throw failure;
  }
  const listeners = new Set<() => void>();
  const writeWith = writerWithJobs(db, () => {
    for (const listener of listeners) listener();
  });
  return {
    clients: clients(db, writeWith),
    dashboardSessions: dashboardSessions(db),
    linkTokens: linkTokens(db),
    sessions: sessions(db, writeWith),
    items: items(db, writeWith),
    jobs: jobs(db, writeWith, (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    }),
    deliveries: deliveries(db, writeWith),
    webhookKeys: webhookKeys(db),
    forget: forget(db),
    transactions: transactions(db, writeWith),
    assetReports: assetReports(db, writeWith),
    publicTokens: publicTokens(db),
    institutions: institutions(db),
    processorTokens: processorTokens(db),
    itemStatus: itemStatus(db),
    usage: usage(db),
    marks: marks(db),
    consents: consents(db),
    eraseDeleted: async () => (await db.truncateLog?.()) ?? true,
    close: () => db.destroy(),
  };
};
