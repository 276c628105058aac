import {
  callToken,
  endpointOf,
  exchangeFields,
  post,
  readData,
  type Session,
  signIn,
  tokenIn,
} from "./check-session.ts";
import { type Reply, textOf } from "./reply.ts";

/** Makes the third sign-in, revokes its access token and uses it again; returns null if that was not possible. */
export const gatherRevocation = async (
  session: Session,
  metadata: Reply,
): Promise<Reply | null> => {
  const url = endpointOf(session, metadata, "revocation_endpoint");
  if (url === undefined || !mayHaveTokens(url, session.issuer)) return null;
  const thirdSignIn = await signIn(session, metadata);
  if (!thirdSignIn.response?.has("code")) return null;
  const reply = await callToken(session, metadata, exchangeFields(session, thirdSignIn));
  const token = tokenIn(reply);
  if (token === undefined) return null;
  await post(session, url, { token: token.value, token_type_hint: "access_token" });
  const after = await readData(session, "/accounts", token);
  const refreshToken = textOf(reply.body, "refresh_token");
  if (refreshToken !== undefined)
    await post(session, url, { token: refreshToken, token_type_hint: "refresh_token" });
  return after;
};

/** Returns whether tokens may be sent to an address: without TLS only to an issuer that has none itself. */
const mayHaveTokens = (url: string, issuer: string): boolean =>
  URL.canParse(url) &&
  (new URL(url).protocol === "https:" || new URL(url).host === new URL(issuer).host);
