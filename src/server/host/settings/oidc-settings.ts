import { z } from "zod";
import { isLoopback } from "../../domain/clients/origin.ts";

/** The issuer of the operators' identity provider: an HTTPS URL, or a URL on this machine. */
const Issuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && [search, hash, username, password].every((part) => part === "");
}, "must be an https URL without query, such as https://login.example.com; http is for this machine only");

/** The allowed operators: e-mail addresses, and subjects as `sub:…`. */
const AllowList = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((entry) => entry.trim())
      .map((entry) => (entry.startsWith("sub:") ? entry : entry.toLowerCase())),
  )
  .pipe(
    z.array(
      z
        .string()
        .max(300)
        .regex(
          /^(sub:.+|[^\s@,*]+@[^\s@,*]+)$/,
          "must be e-mail addresses or subjects like sub:248289761001, separated by commas",
        ),
    ),
  );

/** The variables of operators' sign-in by OpenID Connect. */
export const OIDC_VARIABLES = {
  OPERATOR_OIDC_ISSUER: Issuer.optional(),
  OPERATOR_OIDC_CLIENT_ID: z.string().min(1).max(300).optional(),
  OPERATOR_OIDC_CLIENT_SECRET: z.string().min(1).max(1000).optional(),
  OPERATOR_OIDC_ALLOW: AllowList.optional(),
};

/** An identity provider, our registration there, and the allowed operators. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  allowed: readonly string[];
};

/**
 * Returns the settings of these variables; null if no variable is set; a string that names missing
 * variables.
 */
export const oidcSettings = (values: {
  OPERATOR_OIDC_ISSUER?: string | undefined;
  OPERATOR_OIDC_CLIENT_ID?: string | undefined;
  OPERATOR_OIDC_CLIENT_SECRET?: string | undefined;
  OPERATOR_OIDC_ALLOW?: string[] | undefined;
}): OidcSettings | null | string => {
  const {
    OPERATOR_OIDC_ISSUER: issuer,
    OPERATOR_OIDC_CLIENT_ID: clientId,
    OPERATOR_OIDC_CLIENT_SECRET: clientSecret,
    OPERATOR_OIDC_ALLOW: allowList,
  } = values;
  if ([issuer, clientId, clientSecret, allowList].every((value) => value === undefined))
    return null;
  if (issuer === undefined || clientId === undefined || allowList === undefined)
    return "OPERATOR_OIDC_ISSUER, OPERATOR_OIDC_CLIENT_ID and OPERATOR_OIDC_ALLOW go together: the identity provider, our registration there, and who may sign in";
  return { issuer, clientId, clientSecret, allowed: allowList };
};
