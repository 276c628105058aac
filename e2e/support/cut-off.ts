import type { Locator } from "@playwright/test";

/**
 * Returns the visible elements under a root that end outside of the window, that cut their text off, or that scroll sideways.
 * The one line of Link's head ends in dots.
 */
export const cutOff = (root: Locator): Promise<string[]> =>
  root.locator("*:not(svg *)").evaluateAll((all) =>
    all
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
        const isOutside = left < 0 || right > innerWidth + 0.5;
        return element.checkVisibility() && width > 1 && (isOutside || isCut);
      })
      .filter((element) => !element.closest("header > .owner, .unseen, .visually-hidden, option"))
      .map((element) => `${element.localName}.${element.className}: ${element.textContent}`),
  );

/** Puts a word in the place of the longest one of each text under a root. */
export const lengthenTexts = (root: Locator, word: string): Promise<void> =>
  root.evaluate((element, long) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.parentElement?.closest("svg, style, script, code")) continue;
      const words = node.data.match(/\p{L}{3,}/gu) ?? [];
      const [longest] = words.toSorted((one, other) => other.length - one.length);
      if (longest) node.data = node.data.replace(longest, long);
    }
  }, word);
