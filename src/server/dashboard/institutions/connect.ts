import { z } from "zod";
import { isAtLeast } from "../../../protocol/dashboard/member-role.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { Fault } from "../../domain/fault.ts";
import { deviationTexts } from "../../domain/institutions/deviations.ts";
import { issuerChange } from "../../domain/institutions/institution.ts";
import {
  declareRegistration,
  FDX_STANDARD,
  hasTokens,
  type InstitutionRegistration,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";
import type { Services } from "../../domain/services.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import {
  adminProblems,
  ConnectRequest,
  type FieldProblems,
  readConnection,
  schemaProblems,
} from "./connection-request.ts";
import { readDataUrl, readStandard } from "./connection-standard.ts";
import { customInstitution, NewRecord, nextInstitutionId } from "./new-institution.ts";
import { allowedPrivateHosts, privateHostProblem } from "./read-issuer.ts";

/** Thrown within a transaction to roll it back. */
class ConnectionRefusal extends Error {
  readonly problems: FieldProblems;

  constructor(problems: FieldProblems) {
    super("the connection is refused");
    this.problems = problems;
  }
}

/**
 * Connects an operator's institution by its data API, or replaces its connection. A new institution
 * is added. Secrets are sealed, and never shown again.
 */
export const connectInstitution = dashboardCall({
  path: "/dashboard/api/institutions/connect",
  role: "developer",
  about: "operator",
  request: ConnectRequest,
  response: z.object({
    connected: z.boolean(),
    institution_id: z.string(),
    /** The problem of each wrong field. Nothing was changed. */
    problems: z.record(z.string(), z.string()),
  }),
  run: async (body, _, context) => {
    const getsNextId = body.institution !== undefined && body.institution_id === "";
    for (let tries = 1; ; tries++) {
      const id = getsNextId
        ? await nextInstitutionId(context.store, (id) => isTaken(id, context))
        : body.institution_id;
      try {
        await connect({ ...body, institution_id: id }, context);
        return { connected: true, institution_id: id, problems: {} };
      } catch (failure) {
        if (!(failure instanceof ConnectionRefusal)) throw failure;
        const { problems } = failure;
        // Another call has taken the next id in between.
        if (getsNextId && "institution_id" in problems && tries < MAX_TRIES) continue;
        return { connected: false, institution_id: id, problems };
      }
    }
  },
});

/** The maximum number of tries, as other calls may add institutions at the same moment. */
const MAX_TRIES = 10;

async function connect(body: ConnectRequest, context: CallContext): Promise<void> {
  const { clock, vault } = context;
  const { institution_id: institutionId, institution } = body;
  const previous = await connectionBefore(context.store.institutions, institutionId);
  const stored = previous && {
    issuer: previous.issuer,
    secrets: openClientSecrets(vault, previous),
  };
  const { declaration, problems } = readConnection(body, stored, context);
  const allowedHosts = await allowedPrivateHosts(context);
  for (const [name, url] of Object.entries({ issuer: body.issuer, data_url: body.data_url })) {
    const problem =
      url && !problems[name] ? await privateHostProblem(url, allowedHosts, context) : null;
    if (problem !== null) problems[name] = `It ${problem}.`;
  }
  if (institution) {
    const record = { institution_id: institutionId, ...institution, url: institution.url || null };
    Object.assign(problems, schemaProblems(NewRecord, record));
    if (isTaken(institutionId, context))
      problems.institution_id = "An institution of the sandbox has it.";
  }
  if (Object.keys(problems).length > 0) throw new ConnectionRefusal(problems);
  const mayBePrivate = (host: string) => allowedHosts.includes(host);
  const read = readStandard(body, previous?.standard ?? FDX_STANDARD, declaration);
  if ("problems" in read) throw new ConnectionRefusal(read.problems);
  const { standard } = read;
  const dataUrl = readDataUrl(declaration, standard, previous);
  const declared = declareRegistration(
    vault,
    { ...declaration, standard, dataUrl, mayBePrivate },
    clock(),
  );
  if (previous && stored && !isAtLeast(context.role, "admin")) {
    const { secrets } = declaration;
    const { issuer, dataUrl: address } = declared;
    const found = adminProblems(
      { ...stored, dataUrl: previous.dataUrl, standard: previous.standard },
      { secrets, issuer, dataUrl: address, standard },
    );
    if (Object.keys(found).length > 0) throw new ConnectionRefusal(found);
  }
  // Loads the conformance checks' code only when needed.
  const { decideDpop } = await import("../../institutions/conformance/dpop.ts");
  const { why: _, ...dpop } = await decideDpop(declared, {
    choice: body.dpop === undefined || body.dpop === "probe" ? null : body.dpop === "on",
    previous: body.dpop === "probe" && previous?.dpopBy === "operator" ? null : previous,
    ...{ http: context.institutionHttp, vault, clock },
    isOffline: !hasTokens(standard),
  });
  const connection = { ...declared, ...dpop };
  const details = {
    ...changedFields(previous ? toFields(previous) : {}, toFields(connection)),
    ...(institution && { institution: institution.name }),
  };
  const change = { action: "institution.connect", subject: institutionId, details } as const;
  await changeWithAudit(context, change, async ({ store: { institutions } }) => {
    if (institution) {
      const all = await institutions.all();
      const holder = all.find((candidate) => candidate.institutionId === institutionId);
      if (holder) throw new ConnectionRefusal({ institution_id: `${holder.name} has it already.` });
      await institutions.put([customInstitution(institutionId, institution, clock())]);
    }
    const move = body.another_issuer ? null : await issuerChange(institutions, connection);
    if (move) throw new ConnectionRefusal({ issuer: moveProblem(move) });
    // Its keys and its addresses belong together, and another call may have changed either.
    const now = await connectionBefore(institutions, institutionId);
    if (JSON.stringify(now) !== JSON.stringify(previous))
      throw new ConnectionRefusal({ issuer: "It was changed meanwhile: load the page again." });
    if (!(await institutions.connect(connection)))
      throw new Fault("INVALID_FIELD", {
        message: "institution_id is not one of the operator's own",
        display: `There is no ${institutionId} of your own to connect.`,
      });
  });
}

/** Returns the fields of a connection for the audit log, without secrets. */
const toFields = (
  connection: Pick<
    InstitutionRegistration,
    "issuer" | "clientId" | "authentication" | "dataUrl" | "dpop" | "quota" | "standard"
  >,
) => ({
  issuer: connection.issuer,
  client_id: connection.clientId,
  authentication: connection.authentication,
  data_url: connection.dataUrl,
  dpop: connection.dpop,
  dialect: connection.standard.dialect,
  security: connection.standard.security,
  approach: connection.standard.approach,
  deviations: deviationTexts(connection.standard.deviations).join(" ") || null,
  requests_per_day: connection.quota?.requestsPerDay ?? null,
});

const moveProblem = ({ before, liveItems }: { before: string; liveItems: number }): string =>
  `${liveItems} ${liveItems === 1 ? "Item is" : "Items are"} linked by ${before}. If the institution ` +
  "has moved, say so below: their users then have to sign in again.";

const isTaken = (id: string, { builtInInstitutions }: Services): boolean =>
  builtInInstitutions().has(id);

async function connectionBefore(
  institutions: Pick<Services["store"]["institutions"], "connections">,
  institutionId: string,
): Promise<InstitutionRegistration | null> {
  const all = await institutions.connections();
  return all.find((institution) => institution.institutionId === institutionId) ?? null;
}

const InstitutionRequest = z.strictObject({ institution_id: z.string().min(1).max(100) });

/** Removes an institution's connection, unless it has linked Items. */
export const disconnectInstitution = dashboardCall({
  path: "/dashboard/api/institutions/disconnect",
  role: "developer",
  about: "operator",
  request: InstitutionRequest,
  response: z.object({ disconnected: z.literal(true) }),
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.disconnect", subject: institutionId } as const;
    await changeWithAudit(context, change, async ({ store, clock }) => {
      const { removed, liveItems } = await store.institutions.disconnect(institutionId, clock());
      if (liveItems > 0)
        throw invalid(
          `${itemsWords(liveItems)}, and could not be read any more; remove them first`,
        );
      if (!removed) throw invalid("it is not connected");
    });
    return { disconnected: true as const };
  },
});

/** Removes an institution with its connection, unless it has linked Items. */
export const removeInstitution = dashboardCall({
  path: "/dashboard/api/institutions/remove",
  role: "admin",
  about: "operator",
  request: InstitutionRequest,
  response: z.object({ removed: z.literal(true) }),
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.remove", subject: institutionId } as const;
    await changeWithAudit(context, change, async ({ store, clock }) => {
      const { removed, liveItems } = await store.institutions.remove(institutionId, clock());
      if (liveItems > 0)
        throw invalid(`${itemsWords(liveItems)}, and would have no institution; remove them first`);
      if (!removed) throw invalid("it is not one of your own");
    });
    return { removed: true as const };
  },
});

const itemsWords = (count: number): string =>
  `${count} ${count === 1 ? "Item is" : "Items are"} linked there`;

const invalid = (problem: string): Fault =>
  new Fault("INVALID_FIELD", {
    message: problem,
    display: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  });
