/// <reference types="vite/client" />

import type { VNode } from "preact";
import type { Catalogue, LazyWords } from "../../i18n/catalogue.ts";
import { lazyWords } from "../../i18n/en/lazy-words.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import { Credential } from "./credential.tsx";
import { SearchableInstitutions } from "./searchable-institutions.tsx";
import { SelectAccount } from "./select-account.tsx";
import type { RareViewName, View, ViewProps, Views } from "./view.ts";
import { Working } from "./working.tsx";

export { default as style } from "./lazy-views.css?inline";
export { lazyWords };

/**
 * The views after the choice of an institution, and the additions to the first views. With their
 * style and English texts they form one chunk, which loads after the first paint.
 */
export const lazyViews: Omit<Views, RareViewName> = {
  CREDENTIAL: withWords(Credential),
  LOADING: withWords(Working),
  SELECT_ACCOUNT: withWords(SelectAccount),
  SELECT_INSTITUTION: withWords(SearchableInstitutions),
};

/**
 * Returns a view with the lazy words and the words of its rare chunk. The texts of other languages
 * are complete and take precedence.
 */
export function withWords<V extends ViewName, Words extends object = object>(
  view: (props: ViewProps<V, Catalogue & Words>) => VNode,
  words?: Words,
): View<V> {
  return (props) =>
    view({ ...props, text: { ...lazyWords, ...words, ...props.text } as Catalogue & Words });
}

/** The content of a window that remains after Link closes, as in a WebView. */
export const closedView = ({ closing }: Partial<LazyWords>): VNode => (
  <main class="card">
    <div class="screen centred">
      <div class="body">
        <h1>{closing}</h1>
      </div>
    </div>
  </main>
);
