import { decodeJwt, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { fapi1Bank } from "./fapi1-bank.fixture.ts";
import type { Change } from "./strict-bank.fixture.ts";

/** Adds RS256 to the metadata, which the profile does not allow. */
const withRs256: Change = (_, body) => ({
  ...body,
  id_token_signing_alg_values_supported: ["RS256", "ES256"],
  authorization_signing_alg_values_supported: ["RS256", "ES256"],
});

describe("a hybrid response is refused", () => {
  type Forgery = (
    claims: Record<string, unknown>,
    sign: (claims: object, alg?: string) => Promise<string>,
  ) => Promise<string | undefined> | string | undefined;

  test.each<[string, Forgery, string, string]>([
    ["without an ID token", () => undefined, "UNSUPPORTED_RESPONSE", "no ID token"],
    ["with an ID token that is none", () => "a.b", "UNSUPPORTED_RESPONSE", "no ID token"],
    [
      "with the hash of another state",
      (claims, sign) => sign({ ...claims, s_hash: claims.c_hash }),
      ...(["UNSUPPORTED_RESPONSE", "s_hash"] as const),
    ],
    [
      "without the hash of its state",
      (claims, sign) => sign({ ...claims, s_hash: undefined }),
      ...(["UNSUPPORTED_RESPONSE", "s_hash"] as const),
    ],
    [
      "with the hash of another code",
      (claims, sign) => sign({ ...claims, c_hash: claims.s_hash }),
      ...(["UNSUPPORTED_RESPONSE", "c_hash"] as const),
    ],
    [
      "with another nonce",
      (claims, sign) => sign({ ...claims, nonce: "another" }),
      ...(["UNSUPPORTED_RESPONSE", "nonce"] as const),
    ],
    [
      "that has expired",
      (claims, sign) => sign({ ...claims, exp: 1 }),
      ...(["UNSUPPORTED_RESPONSE", "exp"] as const),
    ],
    [
      "for another client",
      (claims, sign) => sign({ ...claims, aud: "another" }),
      ...(["UNSUPPORTED_RESPONSE", "aud"] as const),
    ],
    [
      "of another issuer",
      (claims, sign) => sign({ ...claims, iss: "https://other.example" }),
      ...(["UNSUPPORTED_RESPONSE", "iss"] as const),
    ],
    [
      "for another consent",
      (claims, sign) => sign({ ...claims, openbanking_intent_id: "another" }),
      ...(["OAUTH_ISSUER_MISMATCH", "openbanking_intent_id"] as const),
    ],
    [
      "for another user than its code",
      (claims, sign) => sign({ ...claims, sub: "another" }),
      ...(["OAUTH_ISSUER_MISMATCH", "two users"] as const),
    ],
    [
      "that is not signed",
      (claims) => new UnsecuredJWT(claims).encode(),
      ...(["UNSUPPORTED_RESPONSE", "alg"] as const),
    ],
    [
      "that another key has signed",
      async (claims, sign) =>
        (await sign(claims)).replace(/\.[^.]{20}([^.]+)$/, `.${"A".repeat(20)}$1`),
      ...(["UNSUPPORTED_RESPONSE", "signature"] as const),
    ],
  ])("%s", async (_, forge, code, words) => {
    const { goThere, signed, logged } = await fapi1Bank({ response: "hybrid" });
    const { returned, finishWith } = await goThere();
    const claims = decodeJwt(returned.id_token ?? "");
    const token = await forge(claims, (forged, alg) => signed({ ...forged }, alg));
    await expect(finishWith({ id_token: token })).rejects.toMatchObject({ code });
    expect(logged.join()).toContain(words);
  });

  test("signed with RS256, or with a code in addition to an error", async () => {
    const { goThere, logged } = await fapi1Bank({ response: "hybrid", change: withRs256 });
    const { returned, finishWith } = await goThere();
    const [, payload = "", signature = ""] = (returned.id_token ?? "").split(".");
    const header = Buffer.from(JSON.stringify({ alg: "RS256" })).toString("base64url");
    const token = `${header}.${payload}.${signature}`;
    await expect(finishWith({ id_token: token })).rejects.toMatchObject({
      code: "UNSUPPORTED_RESPONSE",
    });
    expect(logged.join()).toContain('unexpected JWT \\"alg\\" header parameter');
    await expect(finishWith({ error: "access_denied" })).rejects.toMatchObject({
      code: "OAUTH_USER_CANCELLED",
    });
  });
});

test("a user who cancels at a bank with hybrid or signed responses is told so", async () => {
  for (const response of ["hybrid", "jarm"] as const) {
    const { goThere } = await fapi1Bank({ response });
    const { finishWith } = await goThere({ accounts: "cancel" });
    await expect(finishWith({})).rejects.toMatchObject({ code: "OAUTH_USER_CANCELLED" });
  }
});

describe("a signed response (JARM) is refused", () => {
  test.each<[string, (claims: Record<string, unknown>) => object, string]>([
    ["that has expired", (claims) => ({ ...claims, exp: 1 }), "exp"],
    ["for another client", (claims) => ({ ...claims, aud: "another" }), "aud"],
    ["of another issuer", (claims) => ({ ...claims, iss: "https://other.example" }), "iss"],
    ["for another state", (claims) => ({ ...claims, state: "another" }), "state"],
    ["without a state", ({ state: _, ...claims }) => claims, "state"],
    ["without an end", ({ exp: _, ...claims }) => claims, "exp"],
  ])("%s", async (_, forge, words) => {
    const { goThere, signed, logged } = await fapi1Bank({ response: "jarm" });
    const { returned, finishWith } = await goThere();
    const claims = decodeJwt(returned.response ?? "");
    const response = await signed({ ...forge(claims) });
    await expect(finishWith({ response })).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.join()).toContain(words);
  });

  test("that is not signed, signed with RS256 or by another key, or is no JWT", async () => {
    const { goThere, logged } = await fapi1Bank({ response: "jarm", change: withRs256 });
    const { returned, finishWith } = await goThere();
    const token = returned.response ?? "";
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = decodeJwt(token);
    const rs256 = Buffer.from(JSON.stringify({ alg: "RS256" })).toString("base64url");
    const plain = { response: undefined, code: String(claims.code), iss: String(claims.iss) };
    await expect(
      finishWith({ response: `${rs256}.${payload}.${signature}` }),
    ).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.at(-1)).toContain('unexpected JWT \\"alg\\" header parameter');
    for (const changes of [
      { response: new UnsecuredJWT(claims).encode() },
      { response: `${header}.${payload}.${signature.replace(/^.{20}/, "A".repeat(20))}` },
      { response: "no JWT" },
      plain,
      { response: undefined, error: "access_denied", iss: String(claims.iss) },
    ])
      await expect(finishWith(changes)).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
    expect(logged.at(-1)).toContain("no signed JWT (JARM)");
    // The code stays valid afterwards.
    expect((await finishWith({})).accounts).toHaveLength(4);
  });
});
