import { renderToString } from "preact-render-to-string";
import { FIRST_WORDS } from "../../i18n/first-words.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import { LOGO_PATHS } from "../../protocol/logo-paths.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import { firstState } from "../machine/first-states.ts";
import { App } from "../views/app.tsx";
import { firstViews } from "../views/index.ts";

/** What the address of Link's document says of its first view. */
export type FirstView = {
  language: Language;
  clientName: string;
  /** Null where a token names them: then the session has to start first. */
  institutions: InstitutionRow[] | null;
};

/**
 * The body of Link's document, as HTML: the first view, which the script then takes over, drawn by the
 * script's own components; and the shapes of the marks, which every view refers to.
 */
export const firstViewMarkup = ({ language, clientName, institutions }: FirstView): string => {
  const { link: text, noScript } = FIRST_WORDS[language];
  const props = { views: firstViews, send: () => undefined, text, clientName };
  return renderToString(
    <>
      <noscript>{noScript}</noscript>
      <div id="root">
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
