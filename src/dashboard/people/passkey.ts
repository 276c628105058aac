import type {
  NewPasskeyChallenge,
  PasskeyChallenge,
} from "../../protocol/dashboard/dashboard-people.ts";

/**
 * Makes the browser create a passkey. Returns the body for the server; null if the user cancels.
 */
export const makePasskey = async ({
  options,
  sealed,
}: NewPasskeyChallenge): Promise<object | null> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await orNull(() => navigator.credentials.create({ publicKey }));
  if (!credential) return null;
  const { id, response } = credential.toJSON();
  if (!("publicKeyAlgorithm" in response)) return null;
  const { clientDataJSON, authenticatorData, publicKey: key, publicKeyAlgorithm } = response;
  return {
    sealed,
    credential: {
      id,
      response: { clientDataJSON, authenticatorData, publicKey: key, publicKeyAlgorithm },
    },
  };
};

/**
 * Lets the browser answer a challenge with a passkey. Returns the body for the server; null if the
 * user cancels.
 */
export const answerChallenge = async ({
  options,
  sealed,
}: PasskeyChallenge): Promise<object | null> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await orNull(() => navigator.credentials.get({ publicKey }));
  if (!credential) return null;
  const { id, response } = credential.toJSON();
  if (!("signature" in response)) return null;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { sealed, credential: { id, response: { clientDataJSON, authenticatorData, signature } } };
};

/** Returns the credential of a ceremony; null if it was cancelled, ran out of time, or is refused at this address. */
async function orNull(ceremony: () => Promise<Credential | null>) {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch {
    return null;
  }
}
