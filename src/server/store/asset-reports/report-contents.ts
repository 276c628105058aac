import type { AssetReportAccountSummary } from "../../../protocol/reports/asset-report.ts";
import type {
  AssetReportRecord,
  Draft,
  ReportedItem,
} from "../../domain/asset-reports/asset-report.ts";
import { openText, sealText } from "../column-cipher.ts";
import type { Queryable } from "../tables.ts";

/** Appends an Item to a draft, with a row per account. */
export const insertItem = async (
  transaction: Queryable,
  { assetReportId, draftId }: Draft,
  { accounts, ...item }: ReportedItem,
): Promise<void> => {
  const { count } = await transaction
    .selectFrom("asset_report_item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("asset_report_id", "=", assetReportId)
    .executeTakeFirstOrThrow();
  const itemPosition = Number(count);
  await insertItemRow(transaction, assetReportId, itemPosition, item);
  for (const [position, account] of accounts.entries())
    await transaction
      .insertInto("asset_report_account")
      .values({
        asset_report_id: assetReportId,
        account_id: account.account_id,
        item_position: itemPosition,
        position,
        summary: sealText(transaction, summaryPlace(account.account_id), JSON.stringify(account)),
        draft_id: draftId,
      })
      .execute();
};

/**
 * Copies the contents of a report into another report. Both share the pieces of the included
 * accounts.
 */
export const copyContents = async (
  transaction: Queryable,
  fromAssetReportId: string,
  to: Pick<AssetReportRecord, "assetReportId" | "itemIds" | "excludedAccountIds">,
): Promise<void> => {
  const exclusions = new Set(to.excludedAccountIds);
  const items = await readItems(transaction, fromAssetReportId);
  const remainingItems = items.filter(({ itemId }) => to.itemIds.includes(itemId));
  for (const [itemPosition, { accounts, ...item }] of remainingItems.entries()) {
    await insertItemRow(transaction, to.assetReportId, itemPosition, item);
    for (const { account_id } of accounts.filter(
      (account) => !exclusions.has(account.account_id),
    )) {
      const row = await transaction
        .selectFrom("asset_report_account")
        .select(["account_id", "position", "summary", "draft_id"])
        .where("asset_report_id", "=", fromAssetReportId)
        .where("account_id", "=", account_id)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("asset_report_account")
        .values({ ...row, asset_report_id: to.assetReportId, item_position: itemPosition })
        .execute();
    }
  }
};

async function insertItemRow(
  transaction: Queryable,
  assetReportId: string,
  position: number,
  item: Omit<ReportedItem, "accounts">,
): Promise<void> {
  await transaction
    .insertInto("asset_report_item")
    .values({
      asset_report_id: assetReportId,
      position,
      item_id: item.itemId,
      institution_id: item.institutionId,
      institution_name: item.institutionName,
      updated_at: item.updatedAt,
    })
    .execute();
}

/** The Items of a report with their accounts, without the accounts' history. */
export const readItems = async (db: Queryable, assetReportId: string): Promise<ReportedItem[]> => {
  const items = await db
    .selectFrom("asset_report_item as item")
    .innerJoin("asset_report as report", "report.asset_report_id", "item.asset_report_id")
    .select([
      "item.position",
      "item.item_id as itemId",
      "item.institution_id as institutionId",
      "item.institution_name as institutionName",
      "item.updated_at as updatedAt",
    ])
    .where("item.asset_report_id", "=", assetReportId)
    .where("report.status", "=", "ready")
    .orderBy("item.position")
    .execute();
  if (items.length === 0) return [];
  const accounts = await db
    .selectFrom("asset_report_account")
    .select(["item_position as itemPosition", "account_id as accountId", "summary"])
    .where("asset_report_id", "=", assetReportId)
    .orderBy("item_position")
    .orderBy("position")
    .execute();
  const byPosition = new Map<number, AssetReportAccountSummary[]>();
  for (const { itemPosition, accountId, summary } of accounts) {
    const group = byPosition.get(itemPosition) ?? [];
    group.push(readSummary(openText(db, summaryPlace(accountId), summary)));
    byPosition.set(itemPosition, group);
  }
  return items.map(({ position, ...item }) => ({
    ...item,
    accounts: byPosition.get(position) ?? [],
  }));
};

/** The purpose for which an account is sealed: a filtered report shares the rows of its original. */
export const summaryPlace = (accountId: string): string =>
  `asset_report_account.summary:${accountId}`;

/** Rows were validated when they were written, so that a read only parses them. */
function readSummary(summary: string): AssetReportAccountSummary {
  return JSON.parse(summary);
}
