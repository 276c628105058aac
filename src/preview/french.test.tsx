import { render } from "@testing-library/preact";
import { expect, test } from "vitest";
import { WORDS } from "../i18n/all-words.ts";
import { factsAbout } from "../i18n/trust.ts";
import type { State } from "../link/machine/states.ts";
import { transition } from "../link/machine/transition.ts";
import { transitionTable } from "../link/machine/transition-table.ts";
import { App } from "../link/views/app.tsx";
import { layers } from "../link/views/layers.ts";
import { findAnyView } from "./any-view.ts";
import { BANKS } from "./samples.ts";
import { scenesIn } from "./scenes.ts";

/** Words that occur in most English sentences, but in no French sentence. */
const ENGLISH =
  /(?<!\p{L})(the|your|you|and|with|this|that|these|those|please|enter|choose|account|accounts|password|user|sign|answer|which|deposits?|connect|connected|find|search|again|try|close|back|cannot|not|is|are|was|has|what|from|to|of|in)(?!\p{L})/iu;

const ERROR_CODE = /[A-Z]+_[A-Z_]+/g;

const CLIENT = "Épicerie";

/** The attributes that users see or hear. */
const NAMES = ["aria-label", "placeholder", "title", "alt"];

/** The visible and accessible texts of a document, without the names of institutions and accounts. */
const textsIn = (root: Element): string[] => {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) texts.push(...NAMES.map((name) => node.getAttribute(name) ?? ""));
    else if (!node.parentElement?.closest("[hidden],script,style,[data-testid^=account-]"))
      texts.push(node.textContent ?? "");
  }
  return texts.map((text) => text.trim()).filter(Boolean);
};

test.each(scenesIn("fr"))("$title is French: $id", ({ events }) => {
  const language = "fr";
  const state = events.reduce<State>((at, event) => transition(transitionTable, at, event)[0], {
    name: "CLOSED",
  });
  const { container } = render(
    <App
      {...{ state, findView: findAnyView, clientName: CLIENT, text: WORDS[language] }}
      send={() => {}}
      trust={factsAbout({
        ...{ clientName: CLIENT, language, countryCodes: ["FR"] },
        products: ["auth", "transactions"],
      })}
      keptUntil="2026-11-26T15:45:00Z"
      hasBack={true}
      layers={state.name === "CLOSED" ? [] : layers(state)}
    />,
  );
  const texts = textsIn(container).map((text) =>
    BANKS.reduce((rest, { name }) => rest.replaceAll(name, ""), text).replaceAll(ERROR_CODE, ""),
  );
  expect(texts.length).toBeGreaterThan(2);
  // Currencies have the same names in all languages.
  const words = texts.filter((text) => !/^[A-Z]{3}$/.test(text));
  expect(words.filter((text) => ENGLISH.test(text))).toEqual([]);
});
