import { z } from "zod";
import { pageOf } from "../../../protocol/dashboard.ts";
import { DashboardInstitution } from "../../../protocol/dashboard-overview.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import type { Outage } from "../../domain/outages/outage.ts";
import { dashboardCall } from "../call.ts";

const ROWS = 50;
const DAYS_MS = 30 * 86_400_000;
const EVERYWHERE = { countryCodes: COUNTRY_CODES, products: [] };

/** Lists institutions with how they do in Link, by their prominence or by how well they fit a search. */
export const listInstitutions = dashboardCall({
  path: "/dashboard/api/institutions",
  about: "clients",
  request: z.strictObject({
    search: z.string().trim().max(100).default(""),
    after: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  response: pageOf(DashboardInstitution),
  run: async ({ search, after = "0" }, client, context) => {
    const { directory, store, clock } = context;
    await context.reloadInstitutions();
    const from = Number(after);
    const all = search.startsWith("ins_")
      ? [search].flatMap((id) => (directory.has(id) ? directory.get(id) : []))
      : search === ""
        ? directory.list(EVERYWHERE)
        : directory.search(search, EVERYWHERE, from + ROWS + 1);
    const rows = all.slice(from, from + ROWS);
    const [funnel, outages] = await Promise.all([
      store.traffic.funnel(client?.clientId ?? null, clock() - DAYS_MS),
      store.outages.current(),
    ]);
    return {
      rows: rows.map((row) => ({
        ...shapeOf(row, outages),
        ...(funnel.institutions.get(row.institutionId) ?? { chosen: 0, connected: 0 }),
      })),
      next: all.length > from + ROWS ? `${from + ROWS}` : null,
    };
  },
});

/** An institution in the list, with how long the longest outage there lasts. */
export const shapeOf = (institution: CatalogueInstitution, outages: readonly Outage[]) => ({
  institution_id: institution.institutionId,
  name: institution.name,
  country_codes: institution.countryCodes,
  products: institution.products,
  oauth: institution.oauth,
  health: institution.health,
  down_since: downSince(outages.filter((one) => one.institutionId === institution.institutionId)),
  supported: institution.supported,
  enabled: institution.enabled,
});

const downSince = (outages: readonly Outage[]): number | null =>
  outages.length === 0 ? null : Math.min(...outages.map(({ beganAt }) => beganAt));
