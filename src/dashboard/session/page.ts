import type { ComponentType } from "preact";
import type { Controller } from "./controller.ts";
import type { Router } from "./route.ts";
import type { SignedInState } from "./state.ts";

/** The props of every page. */
export type PageProps = { state: SignedInState; controller: Controller; router: Router };

/** A page of the Dashboard. It loads when first opened. */
export type Page = {
  /** Its address below `/dashboard`. */
  name: string;
  title: string;
  /** The page's heading in the navigation; undefined at the top. */
  group?: "Activity" | "Set up";
  /** The path of its icon, 16 pixels wide. */
  icon?: string;
  /** Whether only the operator sees the page. */
  isOperators?: boolean;
  /** Whether the page only concerns the sandbox. */
  isSandbox?: boolean;
  load(): Promise<ComponentType<PageProps>>;
};

/** Whether a session has a page. */
export const hasPage = ({ answer }: SignedInState, { isOperators, isSandbox }: Page): boolean =>
  (!isOperators || answer.operator) && (!isSandbox || answer.environment === "sandbox");
