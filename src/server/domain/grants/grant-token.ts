import { createHmac } from "node:crypto";
import { Fault } from "../fault.ts";
import { isSameDigest } from "../identifiers.ts";
import { WRONG_SECRETS } from "../limits/rate-limits.ts";
import type { Runtime } from "../runtime.ts";
import type { GrantDeps } from "./deps.ts";
import type { DoorName, Grant } from "./grant.ts";
import { requireOpenGrant } from "./use-grant.ts";

/** The content of a token: its grant, its use, its end in seconds since 1970, and a link that it is for. */
type Claims = { sub: string; use: string; exp: number; iat: number; link?: string };

/**
 * Issues a short-lived token of a grant, as a JWT by HMAC. The store keeps no tokens: each call looks up the
 * grant, so that the end of a grant ends its tokens in every process at once.
 */
export const issueGrantToken = (
  { clock, vault }: Pick<Runtime, "clock" | "vault">,
  { grantId }: Pick<Grant, "grantId">,
  { use, lifetimeMs, linkId }: { use: string; lifetimeMs: number; linkId?: string },
): string => {
  const iat = Math.floor(clock() / 1000);
  const exp = iat + Math.floor(lifetimeMs / 1000);
  const claims: Claims = {
    ...{ sub: grantId, use, exp, iat },
    ...(linkId !== undefined && { link: linkId }),
  };
  const content = `${HEADER}.${encode(claims)}`;
  return `${content}.${signature({ vault }, content)}`;
};

/**
 * Returns the grant of a token, and the link that it is for; throws INVALID_ACCESS_TOKEN if it is forged, has expired or
 * is for another use, and INVALID_API_KEYS if its grant has ended or is for another door. Forged ones are counted per
 * network, and get RATE_LIMIT beyond those that it may send; a token of ours is never refused for them.
 */
export const grantOfToken = async (
  services: GrantDeps,
  token: string,
  { use, ...caller }: { use: string; door: DoorName; address: string },
): Promise<{ grant: Grant; linkId: string | null }> => {
  const { clock, guessLimiter, vault } = services;
  const [, content = "", signed = ""] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (!isSameDigest(signature({ vault }, content), signed)) {
    await guessLimiter.pass(`grant ${caller.address}`, WRONG_SECRETS);
    throw new Fault("INVALID_ACCESS_TOKEN");
  }
  const claims: Claims = JSON.parse(
    Buffer.from(content.split(".")[1] ?? "", "base64url").toString(),
  );
  if (claims.use !== use || claims.exp * 1000 <= clock()) throw new Fault("INVALID_ACCESS_TOKEN");
  const found = await services.store.grants.byId(claims.sub);
  const grant = await requireOpenGrant(services, found?.grant, caller.door);
  return { grant, linkId: claims.link ?? null };
};

const encode = (content: object): string =>
  Buffer.from(JSON.stringify(content)).toString("base64url");

const HEADER = encode({ alg: "HS256", typ: "JWT" });

const signature = ({ vault }: Pick<Runtime, "vault">, content: string): string =>
  createHmac("sha256", vault.key("grant-token")).update(content).digest("base64url");
