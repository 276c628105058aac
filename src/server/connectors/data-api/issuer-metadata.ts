import { z } from "zod";
import { Fault } from "../../domain/fault.ts";

const absentAsUndefined = <T>(schema: z.ZodType<T>) =>
  schema.nullish().transform((value) => value ?? undefined);

/**
 * The maximum length of a list in metadata. A longer list is refused before its entries are read.
 */
const MAX_NAMES = 500;

const Names = absentAsUndefined(
  z
    .array(z.unknown())
    .max(MAX_NAMES)
    .pipe(z.array(z.string().max(500))),
);
const Url = absentAsUndefined(z.string());

/**
 * The fields of an issuer's metadata (RFC 8414) that this connector uses; the library validates the
 * others.
 */
const IssuerMetadata = z.object({
  issuer: z.string(),
  scopes_supported: Names,
  jwks_uri: Url,
  token_endpoint: Url,
  pushed_authorization_request_endpoint: Url,
  revocation_endpoint: Url,
  dpop_signing_alg_values_supported: Names,
  tls_client_certificate_bound_access_tokens: absentAsUndefined(z.boolean()),
  token_endpoint_auth_signing_alg_values_supported: Names,
  request_object_signing_alg_values_supported: Names,
  code_challenge_methods_supported: Names,
  request_parameter_supported: absentAsUndefined(z.boolean()),
  response_types_supported: Names,
  response_modes_supported: Names,
  id_token_signing_alg_values_supported: Names,
  authorization_signing_alg_values_supported: Names,
  authorization_response_iss_parameter_supported: absentAsUndefined(z.boolean()),
});
export type IssuerMetadata = z.infer<typeof IssuerMetadata>;

/** Parses metadata; throws UNSUPPORTED_RESPONSE, whose cause names the wrong fields. */
export const parseMetadata = (metadata: object): IssuerMetadata => {
  const result = IssuerMetadata.safeParse(metadata);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join("."));
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(`the metadata is not understood: ${fields.join(", ")}`),
  });
};
