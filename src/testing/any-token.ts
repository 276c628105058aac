import fc, { type Arbitrary } from "fast-check";
import { TOKEN_KINDS, type TokenKind } from "../protocol/link/token-kinds.ts";
import { ENVIRONMENTS } from "../protocol/vocabulary.ts";
import { generateSecret } from "../server/domain/clients/client-secret.ts";
import { newToken, opaqueId } from "../server/domain/identifiers.ts";

export const anyToken: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...(Object.keys(TOKEN_KINDS) as TokenKind[]), "secret", "session"),
    fc.constantFrom(...ENVIRONMENTS),
    fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
  )
  .map(([kind, environment, bytes]) => {
    const random = (count: number) => Uint8Array.from(bytes.take(count));
    if (kind === "secret") return generateSecret(random);
    if (kind === "session") return opaqueId(random, 43);
    return newToken(kind as TokenKind, { environment, random });
  });

/** Carriers of a token: the plain token, an encoded token, or a text around the token. */
export const anyCarrier: Arbitrary<(token: string) => string> = fc.constantFrom(
  (token) => token,
  (token) => token.toUpperCase(),
  (token) => `see ${token}, please`,
  (token) => `x${token}`,
  (token) => `x_${token}_y`,
  (token) => `https://shop.example/back?access_token=${token}&page=1#${token}`,
  (token) => encodeURIComponent(`https://shop.example/?t=${token}`),
  (token) => token.replaceAll("-", "%2D"),
  (token) => encodeURIComponent(token.replaceAll("-", "%2D")),
  (token) => [...token].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(""),
  (token) => token.replaceAll("-", "\\u002d"),
  (token) => JSON.stringify({ access_token: token }),
  (token) => JSON.stringify(JSON.stringify({ [token]: [token] })),
);

/** Returns every form of a token that decoding a text can reveal. */
export const shownIn = (text: string): string => {
  let decoded = text;
  for (let round = 0; round < 6; round++)
    decoded = decoded
      .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replaceAll(/\\+u00([0-9a-f]{2})/gi, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      );
  return `${text}\n${decoded}`.toLowerCase();
};
