import { TOKEN_KINDS, type TokenKind, tokenFormat } from "../../protocol/link/token-kinds.ts";
import { Fault } from "../domain/fault.ts";
import { digest, tokenEnvironment } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";

/** The digest for looking a token up. Throws for another kind or environment of token. */
export const tokenDigest = (
  kind: TokenKind,
  token: string,
  { environment }: Pick<Services, "environment">,
): string => {
  const { field, code } = TOKEN_KINDS[kind];
  const environmentInToken = tokenEnvironment(kind, token);
  if (environmentInToken === null)
    throw new Fault(code, {
      message: `the ${field} is in an invalid format; expected format: ${tokenFormat(kind)}`,
    });
  if (environmentInToken !== environment)
    throw new Fault(code, {
      message: `the ${field} is of another environment; this server serves ${environment}`,
    });
  return digest(token);
};
