import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { grantOfToken, issueGrantToken } from "../../domain/grants/grant-token.ts";
import { findGrant, recordGrantUse } from "../../domain/grants/use-grant.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import { type DoorContext, type DoorReply, type DoorRequest, jsonReply } from "../door.ts";
import { CALLS_PER_MINUTE, errorReply, parseBody } from "./replies.ts";

const CALLS: Limit = { perMinute: CALLS_PER_MINUTE, code: "RATE_LIMIT" };

/** The limit of a grant's pairs of tokens. A client needs one a day. */
const TOKENS: Limit = { perMinute: 20, code: "RATE_LIMIT" };

const DAY_S = 86_400;
const ACCESS_S = DAY_S;
const REFRESH_S = 30 * DAY_S;

const Keys = z.object({ secret_id: z.string().max(100), secret_key: z.string().max(200) });
const Refresh = z.object({ refresh: z.string().max(2000) });

/** POST /token/new/: exchanges a grant's keys for an access token and a refresh token. */
export const newToken = async (request: DoorRequest, context: DoorContext): Promise<DoorReply> => {
  const parsed = parseBody(request, Keys);
  if ("error" in parsed) return parsed.error;
  const { secret_id: grantId, secret_key: secret } = parsed.value;
  const caller = { door: "gocardless", address: request.address } as const;
  const grant = await findGrant(context, { grantId, secret }, caller).catch(unlessWrong);
  if (!grant)
    return errorReply(
      401,
      "Authentication failed",
      "No active account found with the given credentials",
    );
  await context.guessLimiter.pass(`grant token ${grant.grantId}`, TOKENS);
  await recordGrantUse(context, grant, request.address);
  return jsonReply(200, {
    ...toAccess(context, grant),
    refresh: issueGrantToken(context, grant, { use: "refresh", lifetimeMs: REFRESH_S * 1000 }),
    refresh_expires: REFRESH_S,
  });
};

/** POST /token/refresh/: returns another access token. */
export const refreshToken = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const parsed = parseBody(request, Refresh);
  if ("error" in parsed) return parsed.error;
  const { grant } = await grantOfToken(context, parsed.value.refresh, {
    ...{ use: "refresh", door: "gocardless", address: request.address },
  });
  await context.guessLimiter.pass(`grant token ${grant.grantId}`, TOKENS);
  return jsonReply(200, toAccess(context, grant));
};

/** Admits a call by its access token: checks the grant and its limit, and records the use. */
export const admit = async (request: DoorRequest, context: DoorContext): Promise<Grant> => {
  const [, token = ""] = /^Bearer +(\S{1,2000})$/i.exec(request.authorization ?? "") ?? [];
  const { grant } = await grantOfToken(context, token, {
    ...{ use: "access", door: "gocardless", address: request.address },
  });
  await context.guessLimiter.pass(`grant read ${grant.grantId}`, CALLS);
  await recordGrantUse(context, grant, request.address);
  return grant;
};

const toAccess = (context: DoorContext, grant: Grant) => ({
  access: issueGrantToken(context, grant, { use: "access", lifetimeMs: ACCESS_S * 1000 }),
  access_expires: ACCESS_S,
});

function unlessWrong(failure: unknown): null {
  if (failure instanceof Fault && failure.code === "INVALID_API_KEYS") return null;
  throw failure;
}
