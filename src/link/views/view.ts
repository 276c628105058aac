import type { VNode } from "preact";
import type { Catalogue, FirstWords } from "../../i18n/catalogue.ts";
import type { ViewName } from "../../protocol/vocabulary.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { ViewState } from "../machine/states.ts";

/** What every view is made from; a view has no state of its own. */
export type ViewProps<V extends ViewName, Words = FirstWords> = {
  state: ViewState<V>;
  send: (event: MachineEvent) => void;
  text: Words;
  clientName: string;
};

/** What is seen of a state. */
export type View<V extends ViewName> = (props: ViewProps<V>) => VNode;

/** A view as it is written that has all words to speak with. */
export type LazyView<V extends ViewName> = (props: ViewProps<V, Catalogue>) => VNode;

/** A view for every view name: a name without one does not compile. */
export type Views = { [V in ViewName]: View<V> };

/** The views that come with the page; the others follow in one piece while the user reads. */
export type FirstViews = Pick<Views, "LOADING" | "SELECT_INSTITUTION">;
