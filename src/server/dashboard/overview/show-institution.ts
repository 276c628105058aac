import { z } from "zod";
import { DashboardInstitutionDetails } from "../../../protocol/dashboard/dashboard-overview.ts";
import { HOUR_MS } from "../../domain/calendar.ts";
import type { InstitutionUses } from "../../domain/dashboard/traffic.ts";
import { Fault } from "../../domain/fault.ts";
import type { BankDescription } from "../../domain/institutions/bank-description.ts";
import { lastEnd } from "../../domain/institutions/certificate-ends.ts";
import { deviationTexts } from "../../domain/institutions/deviations.ts";
import {
  doesRebook,
  doIdsMove,
  type InstitutionIds,
} from "../../domain/institutions/institution-ids.ts";
import {
  type InstitutionRegistration,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";
import { REQUEST_KINDS } from "../../domain/institutions/request-quota.ts";
import { total } from "../../domain/outages/detect-outages.ts";
import type { Outage } from "../../domain/outages/outage.ts";
import type { RequestCount } from "../../domain/outages/request-counter.ts";
import type { Vault } from "../../domain/vault.ts";
import { listApproaches, signsRequests } from "../../institutions/approaches.ts";
import { dashboardCall } from "../call.ts";
import { isHidden } from "../hidden-institutions.ts";
import { toShape } from "./list-institutions.ts";

const HOURS = 24;
const DAYS = 30;
const MAX_OUTAGES = 10;

/** The maximum number of evaluated sessions; a month may have a hundred thousand. */
const MAX_SESSIONS = 1000;

/** Shows an institution's health, its funnel in Link, and its connection. */
export const showInstitution = dashboardCall({
  path: "/dashboard/api/institutions/show",
  role: "read",
  about: "clients",
  request: z.strictObject({ institution_id: z.string().min(1).max(100) }),
  response: DashboardInstitutionDetails,
  run: async ({ institution_id: id }, client, context) => {
    const { directory, store, clock } = context;
    await context.reloadInstitutions();
    if (!directory.has(id) || isHidden(directory.get(id), context))
      throw new Fault("NOT_FOUND", {
        message: "no institution has this institution_id",
        display: "There is no such institution.",
      });
    const now = clock();
    const since = startOfHour(now) - (HOURS - 1) * HOUR_MS;
    const [counts, outages, uses, own, connections] = await Promise.all([
      store.outages.counts(since, id),
      store.outages.last(id, MAX_OUTAGES),
      store.traffic.linkUsesAt(id, {
        clientId: client?.clientId ?? null,
        since: now - DAYS * 24 * HOUR_MS,
        limit: MAX_SESSIONS,
      }),
      context.isOperator ? store.institutions.all() : [],
      context.isOperator ? store.institutions.connections() : [],
    ]);
    const { chosen, connected } = {
      chosen: uses.length,
      connected: uses.filter((use) => use.isConnected).length,
    };
    const institution = directory.get(id);
    const connection = connections.find(({ institutionId }) => institutionId === id);
    return {
      institution: {
        ...toShape(
          institution,
          outages.filter(({ endedAt }) => endedAt === null),
        ),
        chosen,
        connected,
        url: institution.url,
        is_own: own.some(
          ({ institutionId, aggregated }) => institutionId === id && aggregated === undefined,
        ),
      },
      kinds: listKinds(counts, outages, since),
      outages: outages.map(({ kind, beganAt, endedAt }) => ({
        kind,
        began_at: beganAt,
        ended_at: endedAt,
      })),
      funnel: {
        days: DAYS,
        sessions: chosen,
        connected,
        views: viewsOf(uses),
        errors: countBy(uses.flatMap(({ errorCode }) => errorCode ?? [])).map(
          ([error_code, count]) => ({ error_code, count }),
        ),
      },
      transaction_ids: idsShape(await store.institutionIds.get(id)),
      live_items: context.isOperator ? await store.institutions.liveItems(id) : null,
      own_token: ownTokenShape(own.find(({ institutionId }) => institutionId === id)?.description),
      connection: connection ? connectionShape(connection, context) : null,
    };
  },
});

const idsShape = (ids: InstitutionIds) => ({
  ...{ move: doIdsMove(ids), moved: ids.moved, moved_at: ids.movedAt },
  ...{ rebook: doesRebook(ids), rebooked: ids.rebooked },
  is_set: ids.setting !== null,
});

const startOfHour = (at: number): number => at - (at % HOUR_MS);

const rateOf = (counts: readonly RequestCount[]): number | null => {
  const { all, rate } = total(counts);
  return all === 0 ? null : rate;
};

function listKinds(counts: readonly RequestCount[], outages: readonly Outage[], since: number) {
  return REQUEST_KINDS.map((kind) => {
    const own = counts.filter((count) => count.kind === kind);
    const outage = outages.find(
      (candidate) => candidate.kind === kind && candidate.endedAt === null,
    );
    return {
      kind,
      down_since: outage?.beganAt ?? null,
      success_rate: rateOf(own),
      hours: Array.from({ length: HOURS }, (_, hour) => {
        const from = since + hour * HOUR_MS;
        const ofHour = own.filter((count) => startOfHour(count.from) === from);
        return { from, success_rate: rateOf(ofHour) };
      }),
    };
  });
}

/** Returns the views in Link's order, by the number of users who saw them. */
function viewsOf(uses: readonly InstitutionUses[number][]) {
  const exits = new Map(
    countBy(uses.flatMap(({ isConnected, views }) => (isConnected ? [] : (views.at(-1) ?? [])))),
  );
  return countBy(uses.flatMap(({ views }) => [...new Set(views)])).map(([view_name, count]) => ({
    view_name,
    seen: count,
    left: exits.get(view_name) ?? 0,
  }));
}

/** Returns texts with their counts, the most frequent first. */
function countBy(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Returns a bank's description in the Dashboard's form. */
const ownTokenShape = (description: BankDescription | undefined) => {
  if (description === undefined) return null;
  const { protocol } = description;
  if (protocol === "simplefin") return { protocol, base: null, requests_per_day: null };
  if (protocol === "fints") return { protocol, base: description.address, requests_per_day: null };
  const { base, limits } = description;
  return { protocol, base, requests_per_day: limits?.requests_per_day ?? null };
};

/** Returns a connection in the Dashboard's form. Secrets only show whether they exist. */
const connectionShape = (connection: InstitutionRegistration, { vault }: { vault: Vault }) => {
  const secrets = openClientSecrets(vault, connection);
  const { clientSecret, privateKey, authorities } = secrets;
  return {
    issuer: connection.issuer,
    client_id: connection.clientId,
    authentication: connection.authentication,
    data_url: connection.dataUrl,
    scopes: connection.scopes,
    resource: connection.resource,
    flow: connection.flow,
    approach: connection.standard.approach,
    approaches: [...listApproaches(connection.standard)],
    dialect: connection.standard.dialect,
    security: connection.standard.security,
    deviations: deviationTexts(connection.standard.deviations),
    connected_at: connection.connectedAt,
    requests_per_day: connection.quota?.requestsPerDay ?? null,
    requests_counted_by: connection.quota?.countedBy ?? null,
    own_redirect_uri: connection.ownRedirectUri,
    dpop: connection.dpop,
    dpop_by: connection.dpopBy,
    has_client_secret: clientSecret !== undefined,
    has_private_key: privateKey !== undefined || secrets.signCommand !== undefined,
    certificate_until: lastEnd([secrets.certificate, secrets.nextCertificate]),
    seal_certificate_until: lastEnd([secrets.sealCertificate, secrets.nextSealCertificate]),
    signs_requests: signsRequests(connection.standard),
    authorities: authorities ?? null,
  };
};
