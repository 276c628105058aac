import type { AccountHistory, AssetReportAccountSummary } from "../../../protocol/asset-report.ts";
import type {
  AssetReportRecord,
  GatheredItem,
  ReportedItem,
} from "../../domain/asset-reports/asset-report.ts";
import type { Queryable } from "../tables.ts";

/** Writes the contents of a report, with a row per account, since they are read one at a time. */
export const insertContents = async (
  transaction: Queryable,
  assetReportId: string,
  items: readonly GatheredItem[],
): Promise<void> => {
  for (const [itemPosition, item] of items.entries()) {
    await transaction
      .insertInto("asset_report_item")
      .values({
        asset_report_id: assetReportId,
        position: itemPosition,
        item_id: item.itemId,
        institution_id: item.institutionId,
        institution_name: item.institutionName,
        updated_at: item.updatedAt,
      })
      .execute();
    for (const [position, { summary, history }] of item.accounts.entries())
      await transaction
        .insertInto("asset_report_account")
        .values({
          asset_report_id: assetReportId,
          account_id: summary.account_id,
          item_position: itemPosition,
          position,
          summary: JSON.stringify(summary),
          history: JSON.stringify(history),
        })
        .execute();
  }
};

/** Copies the contents of a report into another one, without the accounts that one excludes. */
export const copyContents = async (
  transaction: Queryable,
  fromAssetReportId: string,
  to: Pick<AssetReportRecord, "assetReportId" | "itemIds" | "excludedAccountIds">,
): Promise<void> => {
  const excluded = new Set(to.excludedAccountIds);
  const items = await readItems(transaction, fromAssetReportId);
  const included = items.filter(({ itemId }) => to.itemIds.includes(itemId));
  await insertContents(
    transaction,
    to.assetReportId,
    included.map((item) => ({ ...item, accounts: [] })),
  );
  for (const [itemPosition, { accounts }] of included.entries())
    for (const { account_id } of accounts.filter((account) => !excluded.has(account.account_id))) {
      const row = await transaction
        .selectFrom("asset_report_account")
        .select(["account_id", "position", "summary", "history"])
        .where("asset_report_id", "=", fromAssetReportId)
        .where("account_id", "=", account_id)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("asset_report_account")
        .values({ ...row, asset_report_id: to.assetReportId, item_position: itemPosition })
        .execute();
    }
};

/** The Items of a report with their accounts, without the accounts' history. */
export const readItems = async (db: Queryable, assetReportId: string): Promise<ReportedItem[]> => {
  const items = await db
    .selectFrom("asset_report_item")
    .select([
      "position",
      "item_id as itemId",
      "institution_id as institutionId",
      "institution_name as institutionName",
      "updated_at as updatedAt",
    ])
    .where("asset_report_id", "=", assetReportId)
    .orderBy("position")
    .execute();
  const accounts = await db
    .selectFrom("asset_report_account")
    .select(["item_position as itemPosition", "summary"])
    .where("asset_report_id", "=", assetReportId)
    .orderBy("item_position")
    .orderBy("position")
    .execute();
  return items.map(({ position, ...item }) => ({
    ...item,
    accounts: accounts
      .filter(({ itemPosition }) => itemPosition === position)
      .map(({ summary }) => readSummary(summary)),
  }));
};

/** The history of one account of a report. */
export const readHistory = async (
  db: Queryable,
  assetReportId: string,
  accountId: string,
): Promise<AccountHistory | null> => {
  const row = await db
    .selectFrom("asset_report_account")
    .select("history")
    .where("asset_report_id", "=", assetReportId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ? JSON.parse(row.history) : null;
};

/** Rows were validated when they were written, so that a read only parses them. */
function readSummary(summary: string): AssetReportAccountSummary {
  return JSON.parse(summary);
}
