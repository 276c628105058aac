import type { DashboardAnswer } from "../protocol/dashboard.ts";
import type { Ask, Outcome } from "./outcome.ts";
import type { Busy, ClientState, SignInTrouble, State, Told } from "./state.ts";
import {
  allowed,
  allowedAlready,
  ENDED,
  goesBy,
  LOST,
  NO_CLIENT_ID,
  NO_ORIGIN,
  NO_SECRET,
  refused,
  removed,
  SIGNED_OUT,
  UNREACHED,
} from "./words.ts";

/** What a person can do. */
export type Desk = {
  /** Looks at the client again: another place may have changed it, or the session be over. */
  look(): Promise<void>;
  signIn(clientId: string, secret: string): Promise<void>;
  signOut(): Promise<void>;
  /** Looks at a version without changing to it. */
  pick(version: string): void;
  /** Asks whether to change to the version that is looked at: `keep` says no, `change` yes. */
  consider(): void;
  keep(): void;
  change(): Promise<void>;
  /** Answers whether the origin was added. */
  allow(origin: string): Promise<boolean>;
  disallow(origin: string): Promise<void>;
};

type DeskOptions = {
  ask: Ask;
  /** Shows a state, and what was seen before it. */
  paint(state: State, before: State): void;
  /** Does something after so many ms; answers how to let it be. */
  later(ms: number, what: () => void): () => void;
};

/** Where a client looks at its settings and changes them; whatever is to be seen is painted. */
export const createDesk = ({ ask, paint, later }: DeskOptions): Desk => {
  let state: State = { view: "OPENING" };
  let letBe = () => {};

  const go = (next: State): void => {
    const before = state;
    state = next;
    paint(state, before);
  };

  const toSignIn = (trouble: SignInTrouble | null, note: string | null = null): void => {
    letBe();
    go({ view: "SIGN_IN", note, trouble, busy: false });
  };

  const countDown = (trouble: SignInTrouble): void => {
    toSignIn(trouble);
    const { seconds } = trouble;
    if (seconds) letBe = later(1000, () => countDown({ ...trouble, seconds: seconds - 1 }));
  };

  /** Shows the client as it is now; what was looked at stays, unless its version is another. */
  const show = (answer: DashboardAnswer, told: Told | null): void => {
    letBe();
    // A second later, so that it is over when we ask.
    letBe = later(answer.session_ends_in + 1000, () => void desk.look());
    const version = answer.client.default_version;
    const { picked, asking } =
      state.view === "CLIENT" && state.answer.client.default_version === version
        ? state
        : { picked: version, asking: false };
    go({ view: "CLIENT", answer, picked, asking, busy: null, told });
  };

  /** Goes back to signing in where the session is over; answers whether it is. */
  const isOver = (outcome: Outcome): boolean => {
    const over =
      outcome.kind === "refused" && outcome.error.error_code === "INVALID_DASHBOARD_SESSION";
    if (over) toSignIn(null, state.view === "CLIENT" ? ENDED : null);
    return over;
  };

  const update = (change: Partial<ClientState>): void => {
    if (state.view === "CLIENT" && !state.busy) go({ ...state, ...change });
  };

  /** Does one thing at a time, and tells how it went. Answers whether it went well. */
  const carryOut = async (
    busy: Busy,
    [path, body]: [string, object],
    well: Omit<Told, "went">,
    about = well.about,
  ): Promise<boolean> => {
    if (state.view !== "CLIENT" || state.busy) return false;
    const before = state;
    go({ ...before, busy, told: null });
    const outcome = await ask(path, body);
    if (isOver(outcome)) return false;
    if (outcome.kind === "answered") show(outcome.answer, { ...well, went: "well" });
    else go({ ...before, told: { about, went: "badly", text: wordsOf(outcome) } });
    return outcome.kind === "answered";
  };

  const desk: Desk = {
    look: async () => {
      if (state.view === "SIGN_IN" || (state.view === "CLIENT" && state.busy)) return;
      if (state.view === "UNREACHED") go({ view: "OPENING" });
      const looked = state;
      const outcome = await ask("client");
      // Whoever has done something meanwhile has seen something newer.
      if (state !== looked || isOver(outcome)) return;
      if (outcome.kind === "answered")
        show(outcome.answer, looked.view === "CLIENT" ? looked.told : null);
      else if (looked.view === "OPENING") go({ view: "UNREACHED" });
    },

    signIn: async (clientId, secret) => {
      if (state.view !== "SIGN_IN" || state.busy || state.trouble?.seconds) return;
      if (clientId === "")
        return toSignIn({ field: "client_id", text: NO_CLIENT_ID, seconds: null });
      if (secret === "") return toSignIn({ field: "secret", text: NO_SECRET, seconds: null });
      go({ ...state, note: null, trouble: null, busy: true });
      const outcome = await ask("session", { client_id: clientId, secret });
      if (outcome.kind === "answered") return show(outcome.answer, null);
      if (outcome.kind === "lost") return toSignIn({ field: null, text: UNREACHED, seconds: null });
      const { error, waitMs } = outcome;
      countDown({
        field: error.error_code === "INVALID_API_KEYS" ? "secret" : null,
        text: refused(error),
        seconds: waitMs > 0 ? Math.ceil(waitMs / 1000) : null,
      });
    },

    signOut: async () => {
      if (state.view !== "CLIENT" || state.busy) return;
      const before = state;
      go({ ...before, busy: "sign-out", told: null });
      const outcome = await ask("sign-out", {});
      if (outcome.kind === "answered") return toSignIn(null, SIGNED_OUT);
      go({ ...before, told: { about: "sign-out", went: "badly", text: wordsOf(outcome) } });
    },

    pick: (picked) => update({ picked, told: null }),
    consider: () => update({ asking: true, told: null }),
    keep: () => update({ asking: false, told: null }),

    change: async () => {
      if (state.view !== "CLIENT") return;
      const { picked } = state;
      const text = `Saved. ${goesBy(picked)}`;
      await carryOut("version", ["version", { version: picked }], { about: "version", text });
    },

    allow: async (typed) => {
      if (state.view !== "CLIENT") return false;
      const origin = typed.trim();
      const known = state.answer.client.allowed_origins.includes(origin);
      if (origin !== "" && !known)
        return carryOut(
          "allow",
          ["origin/allow", { origin }],
          { about: "origins", text: allowed(origin) },
          "origin",
        );
      const text = known ? allowedAlready(origin) : NO_ORIGIN;
      update({ told: { about: "origin", went: "badly", text } });
      return false;
    },

    disallow: async (origin) => {
      const well = { about: "origins" as const, text: removed(origin), removed: origin };
      await carryOut({ disallow: origin }, ["origin/disallow", { origin }], well);
    },
  };
  return desk;
};

const wordsOf = (outcome: Exclude<Outcome, { kind: "answered" }>): string =>
  outcome.kind === "lost" ? LOST : refused(outcome.error);
