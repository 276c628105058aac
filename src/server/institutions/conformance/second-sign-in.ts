import type { SecondSignIn } from "./check.ts";
import {
  callToken,
  exchangeFields,
  readData,
  type Session,
  signIn,
  tokenIn,
} from "./check-session.ts";
import { createProver, offersProof } from "./dpop.ts";
import type { Reply } from "./reply.ts";

const WRONG_VERIFIER = "not-the-verifier-of-this-request-but-long-enough";

/**
 * Makes the second sign-in and uses up its code and tokens: a wrong verifier, a proof of possession
 * if offered, a second use of the code. Null if the user did not return.
 */
export const gatherSecondSignIn = async (
  session: Session,
  metadata: Reply,
): Promise<SecondSignIn | null> => {
  const secondSignIn = await signIn(session, metadata);
  if (!secondSignIn.response?.has("code")) return null;
  const fields = exchangeFields(session, secondSignIn);
  // A client's certificate binds its tokens.
  const withProof = offersProof(metadata) && !session.hasCertificate;
  const prove = withProof ? (session.prove ?? (await createProver())) : null;
  const exchange = () => callToken(session, metadata, fields, prove);
  const wrongVerifier = await callToken(session, metadata, {
    ...fields,
    code_verifier: WRONG_VERIFIER,
  });
  const reply = await exchange();
  const observations: SecondSignIn = {
    wrongVerifier,
    token: reply,
    withProof,
    asBearer: null,
    asDpop: null,
    codeAgain: null,
    afterCodeAgain: null,
  };
  const token = tokenIn(reply);
  if (token === undefined) return observations;
  const read = () => readData(session, "/accounts", token, { prove });
  if (token.isBound) {
    observations.asBearer = await readData(session, "/accounts", { ...token, isBound: false });
    observations.asDpop = await read();
  }
  observations.codeAgain = await exchange();
  observations.afterCodeAgain = await read();
  return observations;
};
