import { laterMoves } from "./machine/later-moves.ts";
import { laterViews, style } from "./views/later.ts";

export { laterMoves, laterViews };

/**
 * Solves a proof of work in the browser's own threads, so that the window stays alive; rejects when
 * `signal` aborts. What it takes is fetched only when it is asked for.
 */
export const solve = async (
  challenge: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> => {
  const { solveProofOfWork } = await import("./captcha.ts");
  return solveProofOfWork(challenge, signal);
};

/**
 * Puts the later views' style on: into the document's own sheet, since the content security policy
 * knows that one and allows no other.
 */
export const dress = (): void => {
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};
