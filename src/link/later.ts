import { forgetSecrets } from "./forget-secrets.ts";
import { keepKeyboardScroll } from "./keyboard-scroll.ts";
import { allMoves } from "./machine/later-moves.ts";
import { searchesHere } from "./searches-here.ts";
import { submitAnyway } from "./submit-anyway.ts";
import { laterViews, style } from "./views/later.ts";
import { layers } from "./views/layers.ts";
import { whenIdle } from "./when-idle.ts";

export { allMoves, laterViews, layers };

whenIdle(() => forgetSecrets(() => localStorage));

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

/** Searches all institutions of an address here, once they have been fetched. */
export const searchHere = searchesHere(async (address) => {
  const { loadIndex } = await import("./institution-index.ts");
  return loadIndex((...request) => fetch(...request), address);
}, whenIdle);

/**
 * Makes the window fit for the later views. Their style goes into the document's own sheet, since the
 * content security policy knows that one and allows no other.
 */
export const dress = (root: HTMLElement): void => {
  keepKeyboardScroll(root);
  submitAnyway(root);
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};
