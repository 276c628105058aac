import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const ISSUER = "https://login.example.com";
const read = (variables: Record<string, string>) => readSettings({}, variables).operatorOidc;

test("operators' sign-in requires an issuer, a client and a list of operators, or none of them", () => {
  expect(read({})).toBeNull();
  expect(
    read({
      OPERATOR_OIDC_ISSUER: ISSUER,
      OPERATOR_OIDC_CLIENT_ID: "dashboard",
      OPERATOR_OIDC_ALLOW: "Ada@Example.com, sub:Bob",
    }),
  ).toEqual({
    issuer: ISSUER,
    clientId: "dashboard",
    clientSecret: undefined,
    allowed: ["ada@example.com", "sub:Bob"],
  });
});

test.each([
  [{ OPERATOR_OIDC_ALLOW: "" }, /OPERATOR_OIDC_ALLOW/],
  [{ OPERATOR_OIDC_ALLOW: "*@example.com" }, /e-mail addresses or subjects/],
  [{ OPERATOR_OIDC_ALLOW: "a@example.com,,b@example.com" }, /e-mail addresses or subjects/],
  [{ OPERATOR_OIDC_ISSUER: "http://login.example.com" }, /must be an https URL/],
  [{ OPERATOR_OIDC_ISSUER: `${ISSUER}?tenant=1` }, /without query/],
  [{ OPERATOR_OIDC_CLIENT_ID: undefined }, /go together/],
])("%j is refused", (changes, words) => {
  const variables = {
    OPERATOR_OIDC_ISSUER: ISSUER,
    OPERATOR_OIDC_CLIENT_ID: "dashboard",
    OPERATOR_OIDC_ALLOW: "ada@example.com",
    ...changes,
  };
  expect(() => readSettings({}, variables)).toThrow(words);
});
