import type { AuditOrigin } from "../../domain/audit-actor.ts";
import type { Item } from "../../domain/items/item.ts";
import { removeReport } from "../asset-reports/asset-reports.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import { deleteItem } from "../items/delete-item.ts";
import type { Queryable } from "../tables.ts";

/**
 * Erases an Item within a transaction, with its reports: Asset Reports that cover the Item, and its
 * user's consumer report.
 */
export const eraseItem = async (
  transaction: Queryable,
  item: Pick<Item, "itemId" | "accessTokenGeneration" | "userId">,
  { at, actor }: AuditOrigin,
): Promise<boolean> => {
  if (!(await deleteItem(transaction, item, at, actor))) return false;
  for (const { assetReportId } of await reportsOfItem(transaction, item.itemId))
    await removeReport(transaction, assetReportId);
  if (item.userId !== null) await deleteReports(transaction, "user_id", item.userId);
  return true;
};

/** The existing Asset Reports that cover an Item, the oldest first. */
export const reportsOfItem = (
  db: Queryable,
  itemId: string,
): Promise<{ assetReportId: string; createdAt: number }[]> =>
  db
    .selectFrom("asset_report_coverage as coverage")
    .innerJoin("asset_report as report", "report.asset_report_id", "coverage.asset_report_id")
    .select(["report.asset_report_id as assetReportId", "report.created_at as createdAt"])
    .where("coverage.item_id", "=", itemId)
    .orderBy("report.created_at")
    .execute();
