import type { DashboardAnswer } from "../protocol/dashboard.ts";

/** Why nobody was signed in, and what the person can do about it. */
export type SignInError = {
  /** The field to look at again; null where it is not about what was typed. */
  field: "client_id" | "secret" | null;
  text: string;
  /** After how many seconds the next try is let through; null where there was no limit. */
  seconds: number | null;
};

/** How something went, and where that is said: beside a field, a list, or what was pressed. */
export type Notice = {
  about: "version" | "origin" | "origins" | "sign-out";
  kind: "success" | "failure";
  text: string;
  /** The origin that can be put back. */
  undoOrigin?: string;
};

/** What is under way; nothing else is begun meanwhile. */
export type Busy = "version" | "add-origin" | "sign-out" | { removeOrigin: string };

/** What a signed-in client has in front of it. */
export type ClientState = {
  view: "CLIENT";
  answer: DashboardAnswer;
  /** The version that is looked at, and whether the page asks to confirm the change to it. */
  version: string;
  confirm: boolean;
  busy: Busy | null;
  notice: Notice | null;
};

/** What somebody who is not signed in has in front of them. */
export type SignInState = {
  view: "SIGN_IN";
  /** Why they are here again; null for who has just come. */
  reason: string | null;
  error: SignInError | null;
  busy: boolean;
};

/** What is seen. */
export type State = { view: "LOADING" } | { view: "UNREACHABLE" } | SignInState | ClientState;
