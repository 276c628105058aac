import { z } from "zod";
import { Path } from "./bank-operator.ts";
import { Template, UrlPath } from "./bank-request.ts";

/** The name of an exchanged token in templates. */
export const EXCHANGED = "exchanged";

/** A request by which a customer's credentials become a token, which the other requests are authenticated with. */
export const TokenExchange = z.strictObject({
  path: UrlPath,
  /** The JSON that is posted; the names of credentials are filled in. */
  body: z.record(z.string().max(60), Template),
  /** The path of the token in the response. */
  token: Path,
  /** The lifetime of the token. */
  lifetime_seconds: z.int().min(60).max(86_400),
});
export type TokenExchange = z.infer<typeof TokenExchange>;
