import { z } from "zod";
import { Path } from "./bank-operator.ts";
import { Template, UrlPath } from "./bank-request.ts";

/** The name of an exchanged token in templates. */
export const EXCHANGED = "exchanged";

/**
 * A request that exchanges a customer's credentials for a token, which authenticates the other
 * requests.
 */
export const TokenExchange = z.strictObject({
  path: UrlPath,
  /** The posted JSON; placeholders become credentials. */
  body: z.record(z.string().max(60), Template),
  /** The token's path in the response. */
  token: Path,
  /** The token's lifetime. */
  lifetime_seconds: z.int().min(60).max(86_400),
});
export type TokenExchange = z.infer<typeof TokenExchange>;
