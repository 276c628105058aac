import { AUTHORITY, CLIENT_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import {
  FDX_STANDARD,
  type RegistrationDeclaration,
} from "../../domain/institutions/institution-registration.ts";
import { type Change, CLIENT_NAME, EC_KEY, RSA_KEY, strictBank } from "./strict-bank.fixture.ts";

export type Case = {
  response: "hybrid" | "jarm";
  authentication?: "private_key_jwt" | "tls_client_auth";
  algorithm?: "PS256" | "ES256";
  audience?: "issuer" | "token_endpoint";
  declaration?: Partial<RegistrationDeclaration>;
  change?: Change;
  clock?: () => number;
};

/** UK Open Banking under FAPI 1 Advanced. */
export const standardOf = (audience: "issuer" | "token_endpoint" = "issuer") => ({
  ...FDX_STANDARD,
  dialect: "uk",
  security: "fapi1" as const,
  deviations: { ...FDX_STANDARD.deviations, assertionAudience: audience },
});

/** A bank of UK Open Banking that enforces FAPI 1 Advanced, and a connection with that profile. */
export const fapi1Bank = ({
  response,
  authentication = "private_key_jwt",
  algorithm = "ES256",
  audience,
  declaration,
  ...options
}: Case) => {
  const { pem, jwks } = algorithm === "PS256" ? RSA_KEY : EC_KEY;
  const fapi1 = { response, algorithm };
  const standard = standardOf(audience);
  return strictBank({
    profile: "fapi1",
    client:
      authentication === "private_key_jwt"
        ? { ...CLIENT_NAME, fapi1, jwks }
        : { ...CLIENT_NAME, fapi1, jwks, tls: { commonName: "service-link" } },
    declaration: {
      authentication,
      standard: {
        ...standard,
        deviations: { ...standard.deviations, authorizationResponse: response },
      },
      secrets: { privateKey: pem, certificate: CLIENT_PAIR, authorities: AUTHORITY },
      ...declaration,
    },
    ...options,
  });
};
