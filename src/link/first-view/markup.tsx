import { renderToString } from "preact-render-to-string";
import { FIRST_WORDS } from "../../i18n/first-words.ts";
import { LOGO_PATHS } from "../../protocol/brand/logo-paths.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { TrustFact } from "../../protocol/link/session-start.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import { firstState } from "../machine/first-states.ts";
import { App } from "../views/app.tsx";
import { findFirstView } from "../views/index.ts";

/** The parameters of Link's address that change its first view. */
export type FirstView = {
  language: Language;
  clientName: string;
  /** Null if a token determines the institutions. The session then starts first. */
  institutions: InstitutionRow[] | null;
  trust: TrustFact[];
  /** The country of the institutions; undefined for several. */
  country?: string | undefined;
  /** The surroundings of Link outside of a window: a WebView, or an element of a page. */
  place?: "webview" | "embedded" | undefined;
};

/**
 * Renders the body of Link's document to HTML: the first view, and the shapes of the logos for
 * every view. The same components later hydrate the first view.
 */
export const firstViewMarkup = ({
  language,
  clientName,
  institutions,
  trust,
  country,
  place,
}: FirstView): string => {
  const { link: text, noScript } = FIRST_WORDS[language];
  const props = {
    findView: findFirstView,
    send: () => undefined,
    text,
    clientName,
    trust,
    country,
  };
  return renderToString(
    <>
      <noscript>{noScript}</noscript>
      <div id="root" class={place}>
        <App {...props} state={firstState(institutions)} />
      </div>
      {SHAPES}
    </>,
  );
};

const SHAPES = (
  <div hidden>
    <svg aria-hidden="true">
      {Object.entries(LOGO_PATHS).map(([name, d]) => (
        <path key={name} id={`mark-${name}`} d={d} fill="#fff" fill-rule="evenodd" />
      ))}
    </svg>
  </div>
);
