import { randomUUID } from "node:crypto";
import type { Dialect } from "../../../connectors/data-api/dialect.ts";
import { pathHeaders } from "../../../connectors/data-api/dialect-paths.ts";
import { type Deviations, deviationHeaders } from "../../../domain/institutions/deviations.ts";
import type {
  Approach,
  InstitutionStandard,
} from "../../../domain/institutions/institution-registration.ts";
import type { Person } from "../../../domain/presence.ts";
import type { Session, Token } from "../check-session.ts";
import { sendProven } from "../dpop.ts";
import type { Exchange } from "./observations.ts";

/** A check of a dialect whose client creates consents, with its current deviations. */
export type ConsentSession = Session & {
  dialect: Dialect;
  deviations: Deviations;
  approach: Approach;
  security?: InstitutionStandard["security"];
};

/**
 * The waiting person of a check. The address is one for documentation (RFC 5737), since the user's
 * is unknown.
 */
export const PERSON: Person = {
  ipAddress: "192.0.2.1",
  userAgent: "service-link check-institution",
};

type Request = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** A path of the data, or a complete address. */
  path: string;
  token?: Token | null;
  consentId?: string | null;
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** Whether the request names no person. */
  isUnattended?: boolean;
};

/** Sends a request of the dialect, with a new id. */
export const exchange = async (session: ConsentSession, request: Request): Promise<Exchange> => {
  const { method = "GET", path, token = null, body } = request;
  const requestId = randomUUID();
  const url = /^https?:/.test(path) ? path : `${session.dataUrl}${path}`;
  const init = {
    method,
    headers: {
      ...pathHeaders(session.dialect, url.slice(session.dataUrl.length).split("?")[0] ?? ""),
      ...readHeaders(session, requestId, request),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  return { ...(await send(session, url, init, token)), requestId };
};

function readHeaders(
  { dialect, deviations, clock }: ConsentSession,
  requestId: string,
  { consentId = null, body, headers, isUnattended = false }: Request,
): Record<string, string> {
  const { unattendedAddress } = deviations;
  const isNamed = !isUnattended && deviations.personHeaders !== "none";
  const person: Partial<Person> = isNamed
    ? PERSON
    : unattendedAddress === null
      ? {}
      : { ipAddress: unattendedAddress };
  return {
    accept: "application/json",
    ...(body && { "content-type": "application/json" }),
    ...deviationHeaders(deviations, clock()),
    [dialect.headers.request]: requestId,
    ...(dialect.headers.consent && consentId !== null && { [dialect.headers.consent]: consentId }),
    ...Object.fromEntries(
      Object.entries(dialect.headers.person).flatMap(([name, field]) => {
        const value = person[field];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...headers,
  };
}

const send = (
  { call, prove }: ConsentSession,
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  token: Token | null,
) => {
  if (token === null) return call(url, init);
  const authorize = (scheme: string, proof: Record<string, string> = {}) => ({
    ...init,
    headers: { ...init.headers, authorization: `${scheme} ${token.value}`, ...proof },
  });
  if (!token.isBound || prove === null) return call(url, authorize("Bearer"));
  return sendProven(
    (nonce) => prove(init.method, url, { accessToken: token.value, nonce }),
    (dpop) => call(url, authorize("DPoP", { dpop })),
  );
};
