import {
  callToken,
  exchangeFields,
  readData,
  type Session,
  signIn,
  tokenIn,
} from "./check-session.ts";
import { offersProof } from "./decide-dpop.ts";
import type { SecondEvidence } from "./evidence.ts";
import { createProver } from "./proof.ts";
import type { Reply } from "./reply.ts";

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
  // Tokens of a client that shows a certificate are bound to that.
  const withProof = offersProof(metadata) && !session.hasCertificate;
  const prove = withProof ? (session.prove ?? (await createProver())) : null;
  const exchange = () => callToken(session, metadata, fields, prove);
  const wrongVerifier = await callToken(session, metadata, {
    ...fields,
    code_verifier: WRONG_VERIFIER,
  });
  const reply = await exchange();
  const evidence: SecondEvidence = {
    wrongVerifier,
    token: reply,
    withProof,
    asBearer: null,
    asDpop: null,
    codeAgain: null,
    afterCodeAgain: null,
  };
  const token = tokenIn(reply);
  if (token === undefined) return evidence;
  const read = () => readData(session, "/accounts", token, prove);
  if (token.isBound) {
    evidence.asBearer = await readData(session, "/accounts", { ...token, isBound: false });
    evidence.asDpop = await read();
  }
  evidence.codeAgain = await exchange();
  evidence.afterCodeAgain = await read();
  return evidence;
};
