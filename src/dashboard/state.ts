import type { DashboardAnswer } from "../protocol/dashboard.ts";

/** Why nobody was signed in, and what the person can do about it. */
export type SignInTrouble = {
  /** The field to look at again; null where it is not about what was typed. */
  field: "client_id" | "secret" | null;
  text: string;
  /** After how many seconds the next try is let through; null where there was no limit. */
  seconds: number | null;
};

/** How something went, and where that is told: beside a field, a list, or what was pressed. */
export type Told = {
  about: "version" | "origin" | "origins" | "sign-out";
  went: "well" | "badly";
  text: string;
  /** The origin that can be put back. */
  removed?: string;
};

/** What is under way; nothing else is begun meanwhile. */
export type Busy = "version" | "allow" | "sign-out" | { disallow: string };

/** What a signed-in client has in front of it. */
export type ClientState = {
  view: "CLIENT";
  answer: DashboardAnswer;
  /** The version that is looked at, and whether to change to it is being asked. */
  picked: string;
  asking: boolean;
  busy: Busy | null;
  told: Told | null;
};

/** What somebody who is not signed in has in front of them. */
export type SignInState = {
  view: "SIGN_IN";
  /** Why they are here again; null for who has just come. */
  note: string | null;
  trouble: SignInTrouble | null;
  busy: boolean;
};

/** What is seen. */
export type State = { view: "OPENING" } | { view: "UNREACHED" } | SignInState | ClientState;
