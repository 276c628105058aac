import type { ErrorCode } from "../errors/errors.ts";
import { LINK_TOKEN_PREFIX } from "./link-token-prefix.ts";

/** The format of a token after its prefix. */
const IDENTIFIERS = {
  uuid: "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  base62: "[0-9A-Za-z]+",
} as const;

type Row = {
  /** The prefix; `<environment>` stands for the environment in which the token is valid. */
  prefix: string;
  identifier: keyof typeof IDENTIFIERS;
  /** The request field for the token. */
  field: string;
  /** The error code for an unknown token, a wrong format, or a wrong environment. */
  code: ErrorCode;
  example: string;
};

/**
 * The kinds of token. This table determines generation, format checks, messages, redaction, the API
 * reference and the table in docs/api.md. A new row adds a kind.
 */
export const TOKEN_KINDS = {
  public: {
    prefix: "public-<environment>-",
    identifier: "uuid",
    field: "public_token",
    code: "INVALID_PUBLIC_TOKEN",
    example: "public-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
  access: {
    prefix: "access-<environment>-",
    identifier: "uuid",
    field: "access_token",
    code: "INVALID_ACCESS_TOKEN",
    example: "access-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
  link: {
    prefix: `${LINK_TOKEN_PREFIX}<environment>-`,
    identifier: "uuid",
    field: "link_token",
    code: "INVALID_LINK_TOKEN",
    example: "link-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
  assets: {
    prefix: "assets-<environment>-",
    identifier: "uuid",
    field: "asset_report_token",
    code: "INVALID_ASSET_REPORT_TOKEN",
    example: "assets-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
  auditCopy: {
    prefix: "a-<environment>-",
    identifier: "base62",
    field: "audit_copy_token",
    code: "INVALID_AUDIT_COPY_TOKEN",
    example: "a-sandbox-3vSXk9P2QmTz7LbWd1RfHc8NgYj5UaEo",
  },
  processor: {
    prefix: "processor-<environment>-",
    identifier: "uuid",
    field: "processor_token",
    code: "INVALID_PROCESSOR_TOKEN",
    example: "processor-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
  user: {
    prefix: "user-<environment>-",
    identifier: "uuid",
    field: "user_token",
    code: "INVALID_USER_TOKEN",
    example: "user-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  },
} as const satisfies Record<string, Row>;

export type TokenKind = keyof typeof TOKEN_KINDS;

/**
 * The prefix of a kind's tokens as a regular expression; `environment` is a regular expression,
 * too.
 */
export const prefixPattern = (kind: TokenKind, environment: string): string =>
  TOKEN_KINDS[kind].prefix.replace("<environment>", environment);

/**
 * The format of a kind's tokens as a regular expression; `environment` is a regular expression,
 * too.
 */
export const tokenPattern = (kind: TokenKind, environment: string): string =>
  `^${prefixPattern(kind, environment)}${IDENTIFIERS[TOKEN_KINDS[kind].identifier]}$`;

/** The format of a kind's tokens, for readers. */
export const tokenFormat = (kind: TokenKind): string => `${TOKEN_KINDS[kind].prefix}<identifier>`;

/** Whether a text has the prefix of a kind, well-formed or not. */
export const hasPrefix = (kind: TokenKind, text: string): boolean =>
  text.startsWith(TOKEN_KINDS[kind].prefix.split("<environment>", 1).join());
