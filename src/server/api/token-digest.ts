import type { ErrorCode } from "../../protocol/errors.ts";
import { Fault } from "../domain/fault.ts";
import { digest, tokenEnvironment } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";

/** The tokens that requests carry: by prefix, their field, and the code of their refusal. */
const TOKENS = {
  access: { field: "access_token", code: "INVALID_ACCESS_TOKEN" },
  public: { field: "public_token", code: "INVALID_PUBLIC_TOKEN" },
  processor: { field: "processor_token", code: "INVALID_PROCESSOR_TOKEN" },
  assets: { field: "asset_report_token", code: "INVALID_ASSET_REPORT_TOKEN" },
  a: { field: "audit_copy_token", code: "INVALID_AUDIT_COPY_TOKEN" },
} as const satisfies Record<string, { field: string; code: ErrorCode }>;

/** The digest that a token is looked up by; refused where its kind or its environment is another. */
export const tokenDigest = (
  kind: keyof typeof TOKENS,
  token: string,
  { environment }: Pick<Services, "environment">,
): string => {
  const { field, code } = TOKENS[kind];
  const environmentInToken =
    kind === "a"
      ? (/^a-([a-z]+)-[0-9A-Za-z]+$/.exec(token)?.[1] ?? null)
      : tokenEnvironment(kind, token);
  if (environmentInToken === null)
    throw new Fault(code, {
      message: `the ${field} is in an invalid format; expected ${kind}-<environment>-<identifier>`,
    });
  if (environmentInToken !== environment)
    throw new Fault(code, {
      message: `the ${field} is of another environment; this server serves ${environment}`,
    });
  return digest(token);
};
