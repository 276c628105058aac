import type { PortalWords } from "../i18n/portal.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import { isConnections, type Outcome, type Request } from "./request.ts";
import { type ComeBack, type ConnectionsState, NO_EMAIL, type State } from "./state.ts";

/** The actions on a user's address: requests a mail, and confirms the address. */
export type EmailActions = {
  /** Requests a mail that opens the connections of an address. */
  signIn(email: string): Promise<void>;
  /** Returns to typing another address. */
  changeAddress(): void;
  sendCode(email: string): Promise<void>;
  confirmCode(code: string): Promise<void>;
};

/** The state that the actions share, and the transitions between views. */
export type Views = {
  state: { value: State; peek(): State };
  words: PortalWords;
  showConnections(answer: ConnectionsAnswer, changes?: Partial<ConnectionsState>): void;
  /** Changes the connections in view, if any; changes made in the meantime stay. */
  update(changes: Partial<ConnectionsState>): void;
  /**
   * Shows the sign-in form if the session is over. Returns whether the form replaced the
   * connections.
   */
  isLeft(outcome: Outcome): boolean;
  failureText(outcome: Outcome): string;
};

/** The rough form of an address; the server validates it. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Creates the actions on the user's address. */
export const createEmailActions = (
  { state, words, showConnections, update, isLeft, failureText }: Views,
  { request, language }: { request: Request; language: string },
): EmailActions => {
  const showComeBack = (comeBack: ComeBack): void => update({ comeBack, notice: null });
  return {
    signIn: async (text) => {
      const previous = state.peek();
      if (previous.view !== "SIGN_IN" || previous.busy) return;
      const email = text.trim();
      if (!ADDRESS.test(email)) {
        state.value = { ...previous, error: words.signIn.invalid };
        return;
      }
      state.value = { ...previous, busy: true, error: null };
      const outcome = await request("sign-in", { email, language });
      // The mail has been opened in the meantime.
      if (state.peek().view !== "SIGN_IN") return;
      state.value =
        outcome.kind === "success"
          ? { ...previous, reason: null, sentTo: email, error: null }
          : { ...previous, error: failureText(outcome) };
    },

    changeAddress: () => {
      const previous = state.peek();
      if (previous.view === "SIGN_IN") state.value = { ...previous, sentTo: null, error: null };
      else if (previous.view === "CONNECTIONS" && !previous.comeBack.busy) showComeBack(NO_EMAIL);
    },

    sendCode: async (text) => {
      const previous = state.peek();
      if (previous.view !== "CONNECTIONS" || previous.comeBack.busy) return;
      const email = text.trim();
      if (!ADDRESS.test(email)) return showComeBack({ ...NO_EMAIL, error: words.signIn.invalid });
      showComeBack({ ...NO_EMAIL, busy: true });
      const outcome = await request("email", { email, language });
      if (isLeft(outcome)) return;
      showComeBack(
        outcome.kind === "success"
          ? { ...NO_EMAIL, email }
          : { ...NO_EMAIL, error: failureText(outcome) },
      );
    },

    confirmCode: async (code) => {
      const previous = state.peek();
      if (previous.view !== "CONNECTIONS" || previous.comeBack.busy) return;
      const { comeBack } = previous;
      showComeBack({ ...comeBack, busy: true, error: null });
      const outcome = await request("email/confirm", { code });
      if (isLeft(outcome)) return;
      if (outcome.kind === "success" && isConnections(outcome.answer)) {
        const notice = { kind: "success", text: words.comeBack.saved } as const;
        return showConnections(outcome.answer, { comeBack: NO_EMAIL, notice });
      }
      const isWrong = outcome.kind === "error" && outcome.error.error_code === "INVALID_OTP";
      const error = isWrong ? words.comeBack.wrong : failureText(outcome);
      showComeBack({ ...comeBack, busy: false, error });
    },
  };
};
