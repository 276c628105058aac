import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { anyCarrier, anyToken, shownIn } from "../testing/any-token.ts";
import { redactTokens, redactTokensIn } from "./redact-tokens.ts";

test("no token is left in a text, at any position and in any encoding", () => {
  fc.assert(
    fc.property(anyToken, anyCarrier, anyText(), anyText(), (token, carry, before, after) => {
      for (const text of [carry(token), `${before} ${carry(token)} ${after}`])
        expect(shownIn(redactTokens(text))).not.toContain(token.toLowerCase());
    }),
  );
});

test.each([
  "institution_id must be an institution's id, such as ins_109508",
  "access_token must be of the format access-<environment>-<identifier>",
  "item 0123456789abcdefghijABCDEFGHIJ0123456 of 5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
  "historical_update_complete_historical_update_complete",
  "https://data-production-cluster01.example.com of user-production-database01",
  "100% of 50%25",
  "https://shop.example/a%20page?x=%5B1%5D",
])("a text without tokens stays as it is: %s", (text) => {
  expect(redactTokens(text)).toBe(text);
});

test("a long run of backslashes stays as it is, and none of its rests is searched", () => {
  const text = `%2525${"\\".repeat(500_000)}`;
  expect(redactTokens(text)).toBe(text);
});

test("no token is left in a JSON value, in a string or a name, and its shape stays", () => {
  fc.assert(
    fc.property(anyToken, anyCarrier, anyText(), (token, carry, around) => {
      const text = `${around}${carry(token)}"${around}`;
      const redacted = redactTokensIn([{ [`${text}!`]: text, number: 1, none: null }]);
      expect(shownIn(JSON.stringify(redacted))).not.toContain(token.toLowerCase());
      expect(redacted).toEqual([
        { [redactTokens(`${text}!`)]: redactTokens(text), number: 1, none: null },
      ]);
    }),
  );
});
