import { z } from "zod";
import { IssuerMetadata } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { institutionUrlProblem } from "../../domain/institutions/institution-registration.ts";
import { outboundHostProblem } from "../../domain/outbound-hosts.ts";
import type { Services } from "../../domain/services.ts";
import { dashboardCall } from "../call.ts";

/** Reads an issuer's metadata for the connection form. Changes nothing. */
export const readIssuerMetadata = dashboardCall({
  path: "/dashboard/api/institutions/issuer",
  role: "developer",
  about: "operator",
  request: z.strictObject({
    issuer: z.string().trim().min(1).max(500),
    authorities: z.string().trim().max(20_000).optional(),
  }),
  response: IssuerMetadata,
  run: async ({ issuer, authorities }, _, context) => {
    const { clock, institutionHttp, outboundHosts } = context;
    const privateHosts = await allowedPrivateHosts(context);
    const problem =
      institutionUrlProblem(issuer) ??
      outboundHostProblem(issuer, outboundHosts) ??
      (await privateHostProblem(issuer, privateHosts, context));
    if (problem !== null) return { ...NOTHING, problem: `It ${problem}.` };
    // Loads the conformance checks' code only when needed.
    const { readIssuer } = await import("../../institutions/conformance/read-issuer.ts");
    const summary = await readIssuer(
      { issuer, authorities: authorities || undefined, privateHosts },
      { http: institutionHttp, clock },
    );
    return {
      problem: summary.isReadable
        ? null
        : `Its metadata ${summary.problems[0]?.found ?? "cannot be read"}.`,
      authentications: summary.authentications,
      scopes: summary.scopes,
      needed_scopes: summary.neededScopes,
      endpoints: summary.endpoints.map(([name, url]) => ({ name, url })),
      features: summary.features,
      problems: summary.isReadable
        ? summary.problems.map(({ what, found, fix, outcome }) => ({
            ...{ what, found, fix },
            is_wrong: outcome === "failed",
          }))
        : [],
    };
  },
});

const NOTHING = {
  ...{ authentications: [], scopes: null, needed_scopes: [], endpoints: [] },
  ...{ features: [], problems: [] },
};

/** Returns the hosts on a private network that the command line's connections allow. */
export const allowedPrivateHosts = async ({ store }: Pick<Services, "store">): Promise<string[]> =>
  (await store.institutions.connections()).flatMap(({ privateHosts }) => privateHosts);

/**
 * Returns the problem of a typed address on a private network, or null. The operator's session may
 * be stolen, so only the machine's settings allow its network.
 */
export const privateHostProblem = async (
  url: string,
  allowedHosts: readonly string[],
  { isPrivateHost }: Pick<Services, "isPrivateHost">,
): Promise<string | null> => {
  const { hostname } = new URL(url);
  if (allowedHosts.includes(hostname) || !(await isPrivateHost(hostname))) return null;
  return (
    `is at ${hostname}, which is on a private network: allow that host by PRIVATE_INSTITUTION_HOSTS, ` +
    "or connect it by the command `institutions connect`"
  );
};
