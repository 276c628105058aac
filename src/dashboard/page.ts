import type { ComponentType } from "preact";
import type { Controller } from "./controller.ts";
import type { Router } from "./route.ts";
import type { SignedInState } from "./state.ts";

/** What each page is drawn with. */
export type PageProps = { state: SignedInState; controller: Controller; router: Router };

/** A page of the Dashboard that is loaded when somebody goes there. */
export type Page = {
  /** Its address below `/dashboard`. */
  name: string;
  title: string;
  /** Whether only the operator sees it. */
  isOperators?: boolean;
  load(): Promise<ComponentType<PageProps>>;
};
