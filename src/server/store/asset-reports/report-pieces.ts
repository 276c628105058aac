import type { AccountPart, AssetReportStore } from "../../domain/asset-reports/asset-report.ts";
import { decompressJson } from "../../domain/asset-reports/compressed-json.ts";
import { openBytes, sealBytes } from "../column-cipher.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable, Tables } from "../tables.ts";

type Piece = Omit<Tables["report_piece"], "body"> & { bytes: Uint8Array };

/** Adds a piece, or replaces the piece with the same position. */
export const insertPiece = async (
  transaction: Queryable,
  { bytes, ...key }: Piece,
): Promise<void> => {
  const piece = { ...key, body: sealBytes(transaction, piecePlace(key), bytes) };
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

type PieceKey = { assetReportId: string; accountId: string; part: AccountPart; position: number };

export const pieceFinder = (db: Database): AssetReportStore["piece"] => {
  const find = preparedRead<PieceKey, { draft_id: string; body: string }>(db, (param) =>
    db
      .selectFrom("asset_report_account as account")
      .innerJoin("report_piece as piece", (join) =>
        join
          .onRef("piece.draft_id", "=", "account.draft_id")
          .onRef("piece.account_id", "=", "account.account_id"),
      )
      .innerJoin("asset_report as report", "report.asset_report_id", "account.asset_report_id")
      .select(["piece.draft_id", "piece.body"])
      .where("account.asset_report_id", "=", param("assetReportId"))
      .where("account.account_id", "=", param("accountId"))
      .where("piece.part", "=", param("part"))
      .where("piece.position", "=", param("position"))
      .where("report.status", "=", "ready"),
  );
  return async (assetReportId, accountId, part, position) => {
    const [row] = await find({ assetReportId, accountId, part, position });
    return row
      ? decompressJson(openPiece(db, { ...row, account_id: accountId, part, position }))
      : null;
  };
};

export const openPiece = (db: Queryable, { body, ...key }: Tables["report_piece"]): Buffer =>
  openBytes(db, piecePlace(key), body);

/** The purpose for which a piece is sealed. */
export const piecePlace = ({
  draft_id,
  account_id,
  part,
  position,
}: Omit<Piece, "bytes">): string =>
  `report_piece.body:${draft_id}:${account_id}:${part}:${position}`;

/**
 * Marks pieces to be erased once no report has them: the pieces of an account, or of the whole
 * draft.
 */
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

/** Deletes all pieces that were marked, account by account, so that other work gets its turn. */
export const erasePieces = async (
  db: Queryable,
  writeWithOutbox: WriteWithOutbox,
  pause: () => Promise<void>,
): Promise<void> => {
  for (;;) {
    const draft = await db
      .selectFrom("report_erasure")
      .select(["draft_id as draftId", "account_id as accountId"])
      .limit(1)
      .executeTakeFirst();
    if (!draft) return;
    const accountId = draft.accountId || (await anyAccount(db, draft.draftId));
    const isLast = accountId === draft.accountId || accountId === null;
    await writeWithOutbox([], async (transaction) => {
      if (accountId !== null && !(await isUsed(transaction, draft.draftId, accountId)))
        await transaction
          .deleteFrom("report_piece")
          .where("draft_id", "=", draft.draftId)
          .where("account_id", "=", accountId)
          .execute();
      if (isLast)
        await transaction
          .deleteFrom("report_erasure")
          .where("draft_id", "=", draft.draftId)
          .where("account_id", "=", draft.accountId)
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

/** Whether any report uses an account's pieces: the original, or one filtered from it. */
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
