import { expect, test } from "vitest";
import { TOKEN_KINDS, type TokenKind } from "../../protocol/link/token-kinds.ts";
import { digest } from "../domain/identifiers.ts";
import { tokenDigest } from "./token-digest.ts";

const KINDS = Object.keys(TOKEN_KINDS) as TokenKind[];

for (const kind of KINDS) {
  const { field, code, example, prefix } = TOKEN_KINDS[kind];

  test(`a ${field} is looked up by its digest in its own environment, and refused in another`, () => {
    expect(tokenDigest(kind, example, { environment: "sandbox" })).toBe(digest(example));
    expect(() => tokenDigest(kind, example, { environment: "production" })).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({
          error_code: code,
          error_message: `the ${field} is of another environment; this server serves production`,
        }),
      }),
    );
  });

  test(`a ${field} in another format is refused by its own code, with the expected format`, () => {
    const others = KINDS.filter((name) => name !== kind).map((kind) => TOKEN_KINDS[kind].example);
    for (const token of ["x", `${example} `, `${example.slice(0, -1)}!`, ...others])
      expect(() => tokenDigest(kind, token, { environment: "sandbox" })).toThrow(
        expect.objectContaining({
          body: expect.objectContaining({
            error_code: code,
            error_message: `the ${field} is in an invalid format; expected format: ${prefix}<identifier>`,
          }),
        }),
      );
  });
}
