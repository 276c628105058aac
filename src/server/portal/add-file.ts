import { z } from "zod";
import { MAX_FILE_LENGTH } from "../../protocol/link/bridge.ts";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";
import { requireAccess } from "../domain/items/item-state.ts";
import { addFileTo } from "../domain/transactions/add-file-to.ts";
import { refreshTransactions } from "../domain/transactions/ensure-fresh-feed.ts";
import { ConnectionId, changeWithAudit, itemOfSession, portalAction } from "./action.ts";

/**
 * Adds a newer file of the user's bank to a connection of files. The response has the number of new
 * entries.
 */
export const addFile = portalAction({
  path: "/account/connection/add-file",
  bodyLimit: MAX_FILE_LENGTH + 64 * 1024,
  request: z.strictObject({
    connection_id: ConnectionId,
    file: z.string().min(1).max(MAX_FILE_LENGTH),
    language: z.enum(LANGUAGES),
    account_id: z.string().min(1).max(100).optional(),
    date_order: z.enum(["DMY", "MDY"]).optional(),
    possible_matches: z.enum(["same", "other"]).optional(),
  }),
  async run(body, session, services, answer) {
    const { connection_id, file, language, account_id, date_order, possible_matches } = body;
    const { clock, environment, store } = services;
    const item = await itemOfSession(connection_id, session, services);
    requireAccess(item, "institution", { environment, now: clock() });
    const accounts = await store.items.accounts(item.itemId);
    const account = accounts.find(({ account: { account_id: id } }) => id === account_id);
    if (account_id !== undefined && !account) throw new Fault("INVALID_ACCOUNT_ID");
    const facts = { accountKey: account?.key, dateOrder: date_order, repeats: possible_matches };
    const change = { action: "connection.add_file", subject: connection_id } as const;
    const result = await addFileTo(
      services,
      item,
      { file, ...facts },
      {
        language,
        onRead: (share) => services.fileReads.set(session.sessionDigest, share),
        write: (work, added) =>
          changeWithAudit(services, session, { ...change, details: { added } }, work),
      },
    ).finally(() => services.fileReads.delete(session.sessionDigest));
    if ("leftOpen" in result) {
      // Link asks for the year and words of trades, as for the columns.
      const { leftOpen } = result;
      const isOfLink = leftOpen === "year" || leftOpen === "words";
      answer.added_file = { left_open: isOfLink ? "columns" : leftOpen };
      return;
    }
    await refreshTransactions(services, item);
    const { added, leftOut } = result;
    answer.added_file = { added, ...(leftOut.count > 0 && { note: leftOut.note }) };
  },
});
