import { z } from "zod";
import { DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import { BRAND_RULE, isBrandName } from "../../../protocol/brand/brand-name.ts";
import { DashboardServerBrand } from "../../../protocol/dashboard/dashboard.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { Fault } from "../../domain/fault.ts";
import { storeBrandName, storedBrandName } from "../../domain/server-settings.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

/** Shows the server's brand, its source, and the brand after the next start. */
export const showServerBrand = dashboardCall({
  path: "/dashboard/api/server-brand/show",
  role: "read",
  about: "operator",
  request: z.strictObject({}),
  response: DashboardServerBrand,
  run: (_, __, context) => toResponse(context),
});

/**
 * Sets the brand for the next start; empty for the default. Refused if an option or variable sets
 * the brand.
 */
export const setServerBrand = dashboardCall({
  path: "/dashboard/api/server-brand/set",
  role: "admin",
  about: "operator",
  request: z.strictObject({ name: z.string().trim().max(100) }),
  response: DashboardServerBrand,
  run: async ({ name }, _, context) => {
    const { brandSource: source } = context;
    if (name !== "" && !isBrandName(name))
      throw new Fault("INVALID_FIELD", {
        message: `name ${BRAND_RULE}`,
        display: `The name ${BRAND_RULE}.`,
      });
    if (isFixed(source))
      throw new Fault("INVALID_FIELD", {
        message: `name is set by ${source}, which comes before the Dashboard`,
        display: `The name is set by ${source}, which takes precedence.`,
      });
    let before: string | null = null;
    const details = () => changedFields({ name: before }, { name });
    const change = { action: "server.set_brand", subject: "server", details } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      before = await storedBrandName(store);
      await storeBrandName(name, store);
    });
    return toResponse(context);
  },
});

async function toResponse({ brand, brandSource: source, store }: Services) {
  const storedName = await storedBrandName(store);
  const nextName = isBrandName(storedName) ? storedName : DEFAULT_BRAND.name;
  return {
    name: brand.name,
    source,
    stored_name: storedName,
    next_name: isFixed(source) ? brand.name : nextName,
  };
}

/** Whether an option or variable sets the brand. */
const isFixed = (source: Services["brandSource"]): boolean =>
  source === "--brand" || source === "SERVICE_BRAND";
