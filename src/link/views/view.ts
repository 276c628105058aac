import type { VNode } from "preact";
import type { Catalogue, FirstWords } from "../../i18n/catalogue.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { ViewState } from "../machine/states.ts";

/** The props of every view; a view has no state of its own. */
export type ViewProps<V extends ViewName, Words = FirstWords> = {
  state: ViewState<V>;
  send: (event: MachineEvent) => void;
  text: Words;
  clientName: string;
};

/** Renders a state. */
export type View<V extends ViewName> = (props: ViewProps<V>) => VNode;

/** A view of the lazy chunk, which has all texts. */
export type LazyView<V extends ViewName> = (props: ViewProps<V, Catalogue>) => VNode;

/** A view for every view name: a name without one does not compile. */
export type Views = { [V in ViewName]: View<V> };

/** The views in the first chunk; the others follow in one chunk. */
export type FirstViews = Pick<Views, "LOADING" | "SELECT_INSTITUTION">;
