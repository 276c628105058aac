import type { VNode } from "preact";
import type { Catalogue, FirstWords, RareWords } from "../../i18n/catalogue.ts";
import type { TrustFact } from "../../protocol/link/session-start.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { ViewState } from "../machine/states.ts";

/** The props of every view. Views have no state. */
export type ViewProps<V extends ViewName, Words = FirstWords> = {
  state: ViewState<V>;
  send: (event: MachineEvent) => void;
  text: Words;
  clientName: string;
  /** Facts for the user before they choose an institution. */
  trust?: TrustFact[] | undefined;
  /** The country of the listed institutions; undefined for several countries. */
  country?: string | undefined;
  /**
   * The time until which the session can be resumed after an exit; undefined if it cannot be
   * resumed.
   */
  keptUntil?: string | undefined;
};

/** Renders a state. */
export type View<V extends ViewName> = (props: ViewProps<V>) => VNode;

/** A view of the lazy chunk, with all lazy texts. */
export type LazyView<V extends ViewName> = (props: ViewProps<V, Catalogue>) => VNode;

/** A view for every view name. The compiler reports a missing view. */
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

/** A view of a rare chunk, with the chunk's texts. */
export type RareView<V extends ViewName, N extends RareName> = (
  props: ViewProps<V, Catalogue & RareWords[N]>,
) => VNode;

/** The views of a rare chunk. */
export type RareViews<N extends RareName> = { [V in RareViewNames[N]]: RareView<V, N> };

/** The names of the views that are in a rare chunk in every state. */
export type RareViewName = RareViewNames["consent" | "end" | "errors" | "mfa"] | "OAUTH";

/** Returns the view of a state; undefined while its chunk loads. */
export type FindView = <V extends ViewName>(name: V, state: ViewState<V>) => View<V> | undefined;
