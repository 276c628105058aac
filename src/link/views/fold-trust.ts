/** The text that is shown now, by which the browser remembers it. */
let shown = "";

/**
 * Folds the trust facts if the user has seen the same before, with the same application; as
 * it goes, the browser remembers it. Without storage it is open each time.
 */
export const foldTrust = (details: HTMLDetailsElement | null): void => {
  try {
    if (details) {
      shown = `seen ${details.textContent}`;
      details.open = !localStorage[shown];
    } else localStorage[shown] = "1";
  } catch {}
};
