import type { VNode } from "preact";
import type { Catalogue, FirstWords, RareWords } from "../../i18n/catalogue.ts";
import type { TrustFact } from "../../protocol/link/session-start.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { ViewState } from "../machine/states.ts";

/** The props of every view; a view has no state of its own. */
export type ViewProps<V extends ViewName, Words = FirstWords> = {
  state: ViewState<V>;
  send: (event: MachineEvent) => void;
  text: Words;
  clientName: string;
  /** Facts for the user before they choose an institution. */
  trust?: TrustFact[] | undefined;
  /** The country whose institutions are in the list; undefined for several. */
  country?: string | undefined;
  /** Until when the session can be resumed after an exit; undefined if it cannot. */
  keptUntil?: string | undefined;
};

/** Renders a state. */
export type View<V extends ViewName> = (props: ViewProps<V>) => VNode;

/** A view of the lazy chunk, which has all texts. */
export type LazyView<V extends ViewName> = (props: ViewProps<V, Catalogue>) => VNode;

/** A view for every view name: a name without one does not compile. */
export type Views = { [V in ViewName]: View<V> };

/** The views in the first chunk. */
export type FirstViews = Pick<Views, "LOADING" | "SELECT_INSTITUTION">;

/** The names of the views in each rare chunk. */
type RareViewNames = {
  accounts: "SELECT_ACCOUNT";
  "by-hand": "CREDENTIAL";
  code: "MFA";
  consent: "CONSENT";
  end: "CONNECTED";
  errors: "ERROR" | "EXIT" | "RECAPTCHA";
  files: "CREDENTIAL";
  mfa: "MFA";
  questions: "MFA";
  "sign-in": "CREDENTIAL" | "OAUTH";
  trust: "SELECT_INSTITUTION";
  ways: "SELECT_INSTITUTION";
};

/** A chunk of views that most users never meet. */
export type RareName = keyof RareViewNames;

/** A view of a rare chunk, which has the chunk's texts too. */
export type RareView<V extends ViewName, N extends RareName> = (
  props: ViewProps<V, Catalogue & RareWords[N]>,
) => VNode;

/** The views of a rare chunk. */
export type RareViews<N extends RareName> = { [V in RareViewNames[N]]: RareView<V, N> };

/** The names of the views that are in a rare chunk in every state. */
export type RareViewName = RareViewNames["consent" | "end" | "errors" | "mfa"] | "OAUTH";

/** Returns the view of a state; undefined until its chunk is loaded. */
export type FindView = <V extends ViewName>(name: V, state: ViewState<V>) => View<V> | undefined;
