import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redactTokens } from "../redact-tokens.ts";
import { ENVIRONMENTS } from "../vocabulary.ts";
import { TOKEN_KINDS, type TokenKind, tokenFormat, tokenPattern } from "./token-kinds.ts";

const KINDS = Object.keys(TOKEN_KINDS) as TokenKind[];

test("each kind's example has its format, its prefix is its own, and it is redacted in texts", () => {
  for (const kind of KINDS) {
    const { example } = TOKEN_KINDS[kind];
    const matching = KINDS.filter((candidate) =>
      new RegExp(tokenPattern(candidate, "sandbox")).test(example),
    );
    expect(matching).toEqual([kind]);
    const [prefix] = example.split(/(?<=-sandbox-)/);
    expect(redactTokens(`say "${example}", please`)).toBe(`say "${prefix}…", please`);
  }
});

test("docs/api.md has the table of the kinds", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/api.md"), "utf8");
  const rows = KINDS.map((kind) => {
    const { field, code } = TOKEN_KINDS[kind];
    return `| \`${field}\` | \`${tokenFormat(kind)}\` | \`${code}\` |`;
  });
  expect(page).toContain(
    ["| Field | Format | Refused with |", "|---|---|---|", ...rows].join("\n"),
  );
  for (const environment of ENVIRONMENTS) expect(page).toContain(`\`${environment}\``);
});
