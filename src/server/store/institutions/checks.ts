import {
  CheckProgress,
  CheckResults,
  type InstitutionCheck,
  type InstitutionCheckStore,
  SignInCount,
} from "../../domain/institutions/institution-check.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database, Tables } from "../tables.ts";

const progressColumn = jsonColumn(CheckProgress);
const resultsColumn = jsonColumn(CheckResults);

const NO_SIGN_IN = { state_digest: null, sealed_address: null, sealed_return: null };

/** The conformance checks of institutions. */
export const institutionChecks = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): InstitutionCheckStore => ({
  get: async (institutionId) => {
    const row = await db
      .selectFrom("institution_check")
      .selectAll()
      .where("institution_id", "=", institutionId)
      .executeTakeFirst();
    return row ? toCheck(row) : null;
  },

  start: ({ institutionId, checkId, startedAt, signIns, progress }, staleBefore, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      const running = await transaction
        .selectFrom("institution_check")
        .select("check_id")
        .where("institution_id", "=", institutionId)
        .where("state", "!=", "over")
        .where("started_at", ">=", staleBefore)
        .executeTakeFirst();
      if (running) return false;
      const values = {
        check_id: checkId,
        state: "waiting" as const,
        started_at: startedAt,
        sign_ins: signIns,
        progress: progressColumn.write(progress),
        ...NO_SIGN_IN,
      };
      await transaction
        .insertInto("institution_check")
        .values({ institution_id: institutionId, results: null, ...values })
        .onConflict((conflict) => conflict.column("institution_id").doUpdateSet(values))
        .execute();
      return true;
    }),

  change: async (institutionId, checkId, { state, progress, pendingSignIn, results }) => {
    const { numUpdatedRows } = await db
      .updateTable("institution_check")
      .set({
        // Sets the id to itself: the update needs a column, and reports whether the row exists.
        check_id: checkId,
        ...(state && { state }),
        ...(progress && { progress: progressColumn.write(progress) }),
        ...(results && { results: resultsColumn.write(results) }),
        ...(pendingSignIn === null && NO_SIGN_IN),
        ...(pendingSignIn && {
          state_digest: pendingSignIn.stateDigest,
          sealed_address: pendingSignIn.sealedAddress,
          sealed_return: pendingSignIn.sealedReturn,
        }),
      })
      .where("institution_id", "=", institutionId)
      .where("check_id", "=", checkId)
      .where("state", "!=", "over")
      .executeTakeFirst();
    return numUpdatedRows > 0;
  },

  claim: async (institutionId, checkId) => {
    const { numUpdatedRows } = await db
      .updateTable("institution_check")
      .set({ state: "running" })
      .where("institution_id", "=", institutionId)
      .where("check_id", "=", checkId)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    return numUpdatedRows > 0;
  },

  takeCallback: async (stateDigest, seal) => {
    const row = await db
      .selectFrom("institution_check")
      .select("institution_id")
      .where("state_digest", "=", stateDigest)
      .executeTakeFirst();
    if (!row) return false;
    const { numUpdatedRows } = await db
      .updateTable("institution_check")
      .set({ sealed_return: seal(row.institution_id) })
      .where("institution_id", "=", row.institution_id)
      .where("state_digest", "=", stateDigest)
      .where("state", "=", "running")
      .where("sealed_return", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0;
  },
});

function toCheck(row: Tables["institution_check"]): InstitutionCheck {
  const { state_digest: stateDigest, sealed_address: sealedAddress } = row;
  return {
    institutionId: row.institution_id,
    checkId: row.check_id,
    state: row.state,
    startedAt: row.started_at,
    signIns: SignInCount.parse(row.sign_ins),
    progress: progressColumn.read(row.progress),
    pendingSignIn:
      stateDigest !== null && sealedAddress !== null
        ? { stateDigest, sealedAddress, sealedReturn: row.sealed_return }
        : null,
    results: row.results === null ? null : resultsColumn.read(row.results),
  };
}
