import { z } from "zod";
import { PageLimit, pageSchema } from "../../../protocol/dashboard/dashboard.ts";
import { DashboardInstitution } from "../../../protocol/dashboard/dashboard-overview.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import type { Conversion } from "../../domain/dashboard/traffic.ts";
import { ownLogoPath } from "../../domain/institutions/custom-institutions.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { darkEnough } from "../../domain/institutions/logo/contrast.ts";
import type { Outage } from "../../domain/outages/outage.ts";
import { dashboardCall } from "../call.ts";
import { isHidden } from "../hidden-institutions.ts";

const DAYS_MS = 30 * 86_400_000;
/** An order other than relevance needs all results of a search. */
const ALL = 1_000_000;
const EVERYWHERE = { countryCodes: COUNTRY_CODES, products: [] };

/**
 * Lists institutions with their conversion in Link: by prominence or relevance, or by the number of
 * choices or the share of connections. Unchosen institutions come last.
 */
export const listInstitutions = dashboardCall({
  path: "/dashboard/api/institutions",
  role: "read",
  about: "clients",
  request: z.strictObject({
    search: z.string().trim().max(100).default(""),
    limit: PageLimit,
    after: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
    sort: z.enum(["prominence", "chosen", "conversion"]).default("prominence"),
    order: z.enum(["descending", "ascending"]).default("descending"),
  }),
  response: pageSchema(DashboardInstitution),
  run: async ({ search, after = "0", limit, sort, order }, client, context) => {
    const { directory, store, clock } = context;
    await context.reloadInstitutions();
    const from = Number(after);
    const filter = { ...EVERYWHERE, ...(client && { clientId: client.clientId }) };
    const fitting = search.startsWith("ins_")
      ? [search]
          .flatMap((id) => (directory.has(id) ? directory.get(id) : []))
          .filter((institution) => !isHidden(institution, context))
      : search === ""
        ? directory.list(filter)
        : directory.search(search, filter, sort === "prominence" ? from + limit + 1 : ALL);
    const [funnel, outages] = await Promise.all([
      store.traffic.funnel(client?.clientId ?? null, clock() - DAYS_MS),
      store.outages.current(),
    ]);
    const all =
      sort === "prominence" ? fitting : inOrder(fitting, funnel.institutions, { sort, order });
    return {
      rows: all.slice(from, from + limit).map((row) => ({
        ...toShape(row, outages),
        ...(funnel.institutions.get(row.institutionId) ?? { chosen: 0, connected: 0 }),
      })),
      next: all.length > from + limit ? `${from + limit}` : null,
    };
  },
});

/**
 * Orders institutions by a number. Institutions without one come last; equal ones keep their order.
 */
function inOrder(
  institutions: readonly CatalogueInstitution[],
  conversions: ReadonlyMap<string, Conversion>,
  { sort, order }: { sort: "chosen" | "conversion"; order: "descending" | "ascending" },
): readonly CatalogueInstitution[] {
  const direction = order === "descending" ? -1 : 1;
  const chosen = institutions.flatMap((institution) => {
    const conversion = conversions.get(institution.institutionId);
    if (!conversion || conversion.chosen === 0) return [];
    const { chosen, connected } = conversion;
    return [{ institution, number: sort === "chosen" ? chosen : connected / chosen }];
  });
  const first = chosen
    .toSorted((a, b) => direction * (a.number - b.number))
    .map(({ institution }) => institution);
  const isChosen = new Set(first);
  return [...first, ...institutions.filter((institution) => !isChosen.has(institution))];
}

/** Returns an institution in the list's form, with the start of its longest outage. */
export const toShape = (institution: CatalogueInstitution, outages: readonly Outage[]) => ({
  institution_id: institution.institutionId,
  name: institution.name,
  country_codes: institution.countryCodes,
  products: institution.products,
  oauth: institution.oauth,
  logo:
    institution.logoDigest === undefined
      ? null
      : ownLogoPath(institution.institutionId, institution.logoDigest),
  logo_shape: institution.logoShape,
  color: darkEnough(institution.color),
  health: institution.health,
  down_since: downSince(
    outages.filter((outage) => outage.institutionId === institution.institutionId),
  ),
  supported: institution.supported,
  enabled: institution.enabled,
});

const downSince = (outages: readonly Outage[]): number | null =>
  outages.length === 0 ? null : Math.min(...outages.map(({ beganAt }) => beganAt));
