import {
  callToken,
  endpointOf,
  exchangeFields,
  offersProof,
  readData,
  type Session,
  signIn,
} from "./check-session.ts";
import type { SecondEvidence } from "./evidence.ts";
import { createProver } from "./proof.ts";
import { type Reply, textOf } from "./reply.ts";

const WRONG_VERIFIER = "not-the-verifier-of-this-request-but-long-enough";

/**
 * The second sign-in, whose code and tokens are used up: a wrong verifier, a proof of possession where that
 * is offered, the code once more. Null where the user did not come back.
 */
export const gatherSecond = async (
  session: Session,
  metadata: Reply,
): Promise<SecondEvidence | null> => {
  const visit = await signIn(session, metadata);
  if (!visit.response?.has("code")) return null;
  const fields = exchangeFields(session, visit);
  const exchange = (proof?: string) => callToken(session, metadata, fields, proof);
  const wrongVerifier = await callToken(session, metadata, {
    ...fields,
    code_verifier: WRONG_VERIFIER,
  });
  // Tokens of who shows a certificate are bound to that.
  const withProof = offersProof(metadata) && !session.hasCertificate;
  const prove = withProof ? await createProver(session.clock) : null;
  const tokenUrl = endpointOf(session, metadata, "token_endpoint") ?? "";
  const token = await exchange(await prove?.("POST", tokenUrl));
  const evidence: SecondEvidence = {
    wrongVerifier,
    token,
    withProof,
    asBearer: null,
    codeAgain: null,
    afterCodeAgain: null,
  };
  const accessToken = textOf(token.body, "access_token");
  if (accessToken === undefined) return evidence;
  const isBound = /^dpop$/i.test(textOf(token.body, "token_type") ?? "");
  if (isBound) evidence.asBearer = await readData(session, "/accounts", accessToken);
  evidence.codeAgain = await exchange(await prove?.("POST", tokenUrl));
  const url = `${session.dataUrl}/accounts`;
  evidence.afterCodeAgain = isBound
    ? await session.call(url, {
        headers: {
          authorization: `DPoP ${accessToken}`,
          dpop: (await prove?.("GET", url, accessToken)) ?? "",
        },
      })
    : await readData(session, "/accounts", accessToken);
  return evidence;
};
