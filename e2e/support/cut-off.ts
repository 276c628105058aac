import type { Locator } from "@playwright/test";

/**
 * Elements that may be cut: Link's head, whose line ends in dots; texts for screen readers; badges
 * and boxes that overhang their element's edge.
 */
const MAY_BE_CUT =
  "header > .owner, .unseen, .visually-hidden, option, .emblem, .boxed, .field:has(> .boxes)";

/** Returns the visible elements under a root that end outside of the window, cut their text off, or scroll sideways. */
export const cutOff = (root: Locator): Promise<string[]> =>
  root.locator("*:not(svg *)").evaluateAll(
    (all, exceptions) =>
      all
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          // The padding of a button within a text overhangs by 9 pixels.
          const isCut = element.scrollWidth > element.clientWidth + 10 && element.clientWidth > 1;
          const isOutside = left < 0 || right > innerWidth + 0.5;
          return element.checkVisibility() && width > 1 && (isOutside || isCut);
        })
        .filter((element) => !element.closest(exceptions))
        .map((element) => `${element.localName}.${element.className}: ${element.textContent}`),
    MAY_BE_CUT,
  );

/** Replaces the longest word of each text under a root. */
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
