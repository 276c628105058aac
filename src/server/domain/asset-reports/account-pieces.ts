import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { AccountPart, AccountPiece, AssetReportStore } from "./asset-report.ts";

/**
 * The approximate size of a piece, in characters of JSON. A piece of this size is parsed within a
 * few milliseconds.
 */
const PIECE_SIZE = 64 * 1024;

/** Cuts the entries of one part of an account's history into pieces. */
export type PieceWriter = {
  add(entry: object): void;
  /** Ends the last piece. */
  end(): void;
};

export const createPieceWriter = (
  place: { accountId: string; part: AccountPart },
  receive: (piece: AccountPiece) => void,
  pieceSize = PIECE_SIZE,
): PieceWriter => {
  let entries: string[] = [];
  let size = 0;
  let position = 0;
  const end = () => {
    if (entries.length === 0) return;
    receive({ ...place, position, json: `[${entries.join(",")}]` });
    position += 1;
    entries = [];
    size = 0;
  };
  return {
    add: (entry) => {
      const json = JSON.stringify(entry);
      if (size + json.length > pieceSize) end();
      entries.push(json);
      size += json.length + 1;
    },
    end,
  };
};

/** Yields the pieces of a part of an account. Each piece is read when the consumer asks for it. */
export const readPieces = async function* (
  store: Pick<AssetReportStore, "piece">,
  assetReportId: string,
  accountId: string,
  part: AccountPart,
): AsyncGenerator<string> {
  for (let position = 0; ; position++) {
    const piece = await store.piece(assetReportId, accountId, part, position);
    if (piece === null) return;
    yield piece;
    await yieldToEventLoop();
  }
};

export const parseEntries = <Entry>(piece: string): Entry[] => JSON.parse(piece);
