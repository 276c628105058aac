import { DashboardItemExport } from "../../../protocol/dashboard/dashboard-items.ts";
import { Fault } from "../../domain/fault.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";
import { ItemRequest, requireItem, showsTransactions } from "./show-item.ts";

/**
 * Permits and audits the export of an Item's transactions; the route writes the file. Refused if
 * the Dashboard hides the transactions.
 */
export const exportItem = dashboardCall({
  path: "/dashboard/api/items/export",
  role: "developer",
  about: "clients",
  isFile: true,
  request: ItemRequest.extend({ format: DashboardItemExport.shape.format }),
  response: DashboardItemExport,
  run: async ({ item_id, format }, client, context) => {
    const item = await requireItem(item_id, client, context);
    if (!showsTransactions(item, context))
      throw new Fault("PRODUCTS_NOT_SUPPORTED", {
        message: "the transactions of this Item are not shown on the Dashboard",
        display: "The transactions of this Item are not shown here.",
      });
    const change = {
      action: "item.export",
      subject: item_id,
      clientId: () => item.clientId,
      details: { format },
    } as const;
    await changeWithAudit(context, change, async () => {});
    return { item_id, format };
  },
});
