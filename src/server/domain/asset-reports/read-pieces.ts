import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { AccountPart, AssetReportStore } from "./asset-report.ts";

/** The pieces of a part of an account, one at a time: no more is read before it is taken. */
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

/** The entries of a piece; they were validated when they were written. */
export const entriesOf = <Entry>(piece: string): Entry[] => JSON.parse(piece);
