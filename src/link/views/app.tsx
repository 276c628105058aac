import type { VNode } from "preact";
import type { FirstWords, LazyWords } from "../../i18n/catalogue.ts";
import type { TrustFact } from "../../protocol/link/session-start.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { type State, type ViewState, viewOf } from "../machine/states.ts";
import { Icon, LOCK } from "../ui/icon.tsx";
import type { FindView } from "./view.ts";

type AppProps = {
  state: State;
  findView: FindView;
  send: (event: MachineEvent) => void;
  text: FirstWords & Partial<LazyWords>;
  clientName: string;
  trust?: TrustFact[] | undefined;
  country?: string | undefined;
  keptUntil?: string | undefined;
  /** Whether the header has a back button. */
  hasBack?: boolean | undefined;
  /** The state and the hidden layers beneath it, lowest first; by default the state alone. */
  layers?: ViewState[] | undefined;
  /** Whether the page covers the window or makes the window transparent. */
  isCovered?: boolean;
  /** The content once Link is closed. */
  closed?: VNode | false | undefined;
};

/** The whole window: a card with its header, and the view of the state. */
export const App = (props: AppProps) => {
  const { state, findView, send, text, clientName, trust, country, keptUntil } = props;
  const { hasBack, isCovered, closed } = props;
  if (state.name === "CLOSED") return closed || null;
  return (
    <main class="card" aria-label={text.window}>
      <header>
        {hasBack && (
          <button
            type="button"
            class="tool"
            data-testid="back"
            aria-label={text.back}
            onClick={() => send({ type: "back.requested" })}
          >
            <Icon d="M15 5l-7 7 7 7" />
          </button>
        )}
        <p class="owner quietly">
          <Icon d={LOCK} />
          {clientName}
        </p>
        <button
          type="button"
          class="tool"
          data-testid="close"
          aria-label={text.close}
          onClick={() => send({ type: "exit.requested" })}
        >
          <Icon d="M6 6l12 12M18 6L6 18" />
        </button>
      </header>
      <p class="offline" role="status">
        {isCovered ? text.covered : state.offline && text.offline}
      </p>
      {(props.layers ?? [state]).map((layer) => {
        const view = findView(viewOf(layer), layer);
        return (
          <section
            key={toKey(layer)}
            hidden={layer !== state}
            ref={view && layer === state ? focusIn : null}
          >
            {view ? (
              view({ state: layer, send, text, clientName, trust, country, keptUntil })
            ) : (
              <div class="emblem ring" />
            )}
          </section>
        );
      })}
    </main>
  );
};

/**
 * Each challenge is a separate form, so no input carries over. A pane in place of the list,
 * SELECT_INSTITUTION.…, takes the focus.
 */
const toKey = (layer: ViewState) => {
  if (layer.name === "MFA") return layer.challenge;
  return layer.name.startsWith("S") ? layer.name : viewOf(layer);
};

/** Focuses the visible view, unless an element of the window has focus. */
export const focusView = (root: HTMLElement): void => {
  if (document.activeElement === document.body)
    focusIn(root.querySelector<HTMLElement>("section:not([hidden])"));
};

/**
 * Focuses a new view that has no focus: its first field, or its title. A frame needs the page's
 * focus for this, since the user may type elsewhere.
 */
function focusIn(section: HTMLElement | null): void {
  if (section?.contains(document.activeElement)) return;
  if (self !== top && !document.hasFocus()) return;
  const field = section?.querySelector<HTMLElement>(".field .text");
  if (field) field.focus();
  // Keeps the scroll position.
  else section?.querySelector("h1")?.focus({ preventScroll: true });
}
