import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Solves an ALTCHA challenge; rejects with an AbortError when `signal` aborts. */
export const solveProofOfWork = async (
  challenge: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> => {
  if (!isChallenge(challenge)) throw new Error("the bridge's captcha is not understood");
  const controller = new AbortController();
  signal.addEventListener("abort", () => controller.abort());
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  if (!solution) throw new DOMException("the proof of work was not finished", "AbortError");
  return { ...solution };
};

/** Whether there is something to work on; whether it is the bridge's own, the bridge checks again. */
function isChallenge(value: Record<string, unknown>): value is Record<string, unknown> & Challenge {
  return typeof value.parameters === "object" && value.parameters !== null;
}
