import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Queryable, Tables } from "../tables.ts";

type Piece = Tables["report_piece"];

/** Adds a piece, or replaces the one at its place. */
export const insertPiece = async (transaction: Queryable, piece: Piece): Promise<void> => {
  await transaction
    .insertInto("report_piece")
    .values(piece)
    .onConflict((conflict) =>
      conflict
        .columns(["draft_id", "account_id", "part", "position"])
        .doUpdateSet({ body: piece.body }),
    )
    .execute();
};

/** Marks pieces to be erased once no report has them; without an account, those of the whole draft. */
export const markForErasure = async (
  transaction: Queryable,
  draftId: string,
  accountId = "",
): Promise<void> => {
  await transaction
    .insertInto("report_erasure")
    .values({ draft_id: draftId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes all pieces that were marked; those of one account at a time, so that others get their turn. */
export const erasePieces = async (
  db: Queryable,
  writeWith: WriteWithOutbox,
  pause: () => Promise<void>,
): Promise<void> => {
  for (;;) {
    const marked = await db
      .selectFrom("report_erasure")
      .select(["draft_id as draftId", "account_id as accountId"])
      .limit(1)
      .executeTakeFirst();
    if (!marked) return;
    const accountId = marked.accountId || (await anyAccount(db, marked.draftId));
    const isLast = accountId === marked.accountId || accountId === null;
    await writeWith([], async (transaction) => {
      if (accountId !== null && !(await isUsed(transaction, marked.draftId, accountId)))
        await transaction
          .deleteFrom("report_piece")
          .where("draft_id", "=", marked.draftId)
          .where("account_id", "=", accountId)
          .execute();
      if (isLast)
        await transaction
          .deleteFrom("report_erasure")
          .where("draft_id", "=", marked.draftId)
          .where("account_id", "=", marked.accountId)
          .execute();
    });
    await pause();
  }
};

async function anyAccount(db: Queryable, draftId: string): Promise<string | null> {
  const row = await db
    .selectFrom("report_piece")
    .select("account_id as accountId")
    .where("draft_id", "=", draftId)
    .limit(1)
    .executeTakeFirst();
  return row?.accountId ?? null;
}

/** Whether a report has an account's pieces: its own one, or one that was filtered from it. */
async function isUsed(db: Queryable, draftId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("asset_report_account")
    .select("account_id")
    .where("draft_id", "=", draftId)
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
