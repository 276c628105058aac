import { Refusal } from "../data-api/refusal.mjs";

/** A refusal with a code of NextGenPSD2. */
export class BerlinRefusal extends Refusal {}

/**
 * A refusal in the shape of NextGenPSD2: a list of messages, each with a code.
 * @param {Refusal} refusal
 */
export const berlinRefusalJson = (refusal) => ({
  tppMessages: [
    {
      category: "ERROR",
      code: refusal instanceof BerlinRefusal ? refusal.code : "TOKEN_INVALID",
      text: refusal.message,
    },
  ],
});
