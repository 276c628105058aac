import { z } from "zod";
import { findResponseForm, type ResponseForm } from "../../connectors/data-api/security-profile.ts";
import type { InstitutionStandard } from "../../domain/institutions/institution-registration.ts";
import { jwtClaims } from "../../domain/jwt-claims.ts";
import type { SignedResponse } from "./check.ts";
import type { Reply } from "./reply.ts";

const Names = z.array(z.string()).optional().catch(undefined);
const Offered = z.object({ response_types_supported: Names, response_modes_supported: Names });

/**
 * The requested form of responses; null if the profile signs responses and the metadata offer no
 * signed form.
 */
export const responseFormOf = (
  standard: Pick<InstitutionStandard, "security" | "deviations">,
  { body }: Reply,
): ResponseForm | null => {
  const { response_types_supported, response_modes_supported } = Offered.parse(
    body !== null && typeof body === "object" ? body : {},
  );
  return findResponseForm({ standard }, { response_types_supported, response_modes_supported });
};

/** The request parameters for a form of response. */
export const requestedForm = (
  form: ResponseForm | undefined,
): { response_type: string; response_mode?: string } => {
  if (form === "hybrid") return { response_type: "code id_token" };
  return { response_type: "code", ...(form === "jarm" && { response_mode: "jwt" }) };
};

/** The parameters of a return from the signed JWT, and its signature. */
export const readSigned = (
  form: ResponseForm | undefined,
  returned: URLSearchParams | null,
): { response: URLSearchParams | null; signed: SignedResponse | null } => {
  if (returned === null || form === undefined || form === "plain")
    return { response: returned, signed: null };
  const jwt = returned.get(form === "jarm" ? "response" : "id_token");
  const signed = { form, jwt, problem: null };
  const claims = form === "jarm" && jwt !== null ? jwtClaims(jwt) : null;
  if (claims === null) return { response: returned, signed };
  const texts = Object.entries(claims).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return { response: new URLSearchParams(Object.fromEntries(texts)), signed };
};
