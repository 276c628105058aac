import type { Database } from "./tables.ts";

/** Forgets sessions whose time is over: what a user has left behind, a login perhaps, is not kept. */
export const forgetExpired = async (transaction: Database, now: number): Promise<void> => {
  await transaction.deleteFrom("link_session").where("expires_at", "<=", now).execute();
};
