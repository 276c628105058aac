/// <reference types="vite/client" />

import type { VNode } from "preact";
import type { LazyWords } from "../../i18n/catalogue.ts";
import { lazyWords } from "../../i18n/en/lazy-words.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import { Connected } from "./connected.tsx";
import { ConnectionError } from "./connection-error.tsx";
import { Consent } from "./consent.tsx";
import { Credential } from "./credential.tsx";
import { Exit } from "./exit.tsx";
import { Mfa } from "./mfa.tsx";
import { OAuth } from "./oauth.tsx";
import { Recaptcha } from "./recaptcha.tsx";
import { SearchableInstitutions } from "./searchable-institutions.tsx";
import { SelectAccount } from "./select-account.tsx";
import type { LazyView, View, Views } from "./view.ts";
import { Working } from "./working.tsx";

export { default as style } from "./lazy-views.css?inline";
export { lazyWords };

/**
 * The views after the choice of an institution, and the additions to the first views: with their
 * style and their English texts they are one chunk, fetched after the first paint.
 */
export const lazyViews: Views = {
  CONNECTED: withAllWords(Connected),
  CONSENT: withAllWords(Consent),
  CREDENTIAL: withAllWords(Credential),
  ERROR: withAllWords(ConnectionError),
  EXIT: withAllWords(Exit),
  LOADING: withAllWords(Working),
  MFA: withAllWords(Mfa),
  OAUTH: withAllWords(OAuth),
  RECAPTCHA: withAllWords(Recaptcha),
  SELECT_ACCOUNT: withAllWords(SelectAccount),
  SELECT_INSTITUTION: withAllWords(SearchableInstitutions),
};

/** Other languages come with all their texts, which take precedence. */
function withAllWords<V extends ViewName>(view: LazyView<V>): View<V> {
  return (props) => view({ ...props, text: { ...lazyWords, ...props.text } });
}

/** The content of a window that stays after Link is closed, as in a WebView. */
export const closedView = ({ closing }: Partial<LazyWords>): VNode => (
  <main class="card">
    <div class="screen centred">
      <div class="body">
        <h1>{closing}</h1>
      </div>
    </div>
  </main>
);
