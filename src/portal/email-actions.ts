import type { PortalWords } from "../i18n/portal.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import { isConnections, type Outcome, type Request } from "./request.ts";
import { type ComeBack, type ConnectionsState, NO_EMAIL, type State } from "./state.ts";

/** What a person does with their address: has a mail sent, and confirms it. */
export type EmailActions = {
  /** Has what opens the connections mailed to an address. */
  signIn(email: string): Promise<void>;
  /** Goes back to typing another address. */
  changeAddress(): void;
  sendCode(email: string): Promise<void>;
  confirmCode(code: string): Promise<void>;
};

/** What the actions share: the state, and the ways from one view to the next. */
export type Views = {
  state: { value: State; peek(): State };
  words: PortalWords;
  showConnections(answer: ConnectionsAnswer, changes?: Partial<ConnectionsState>): void;
  /** Changes the connections that are seen by now, if any are: what somebody did meanwhile stays. */
  update(changes: Partial<ConnectionsState>): void;
  /** Goes to signing in where the session is over; answers whether no connections are seen any more. */
  isLeft(outcome: Outcome): boolean;
  failureText(outcome: Outcome): string;
};

/** What a mailbox may be; the server looks more closely. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The actions around the mail address. */
export const createEmailActions = (
  { state, words, showConnections, update, isLeft, failureText }: Views,
  { request, language }: { request: Request; language: string },
): EmailActions => {
  const showComeBack = (comeBack: ComeBack): void => update({ comeBack, notice: null });
  return {
    signIn: async (text) => {
      const before = state.peek();
      if (before.view !== "SIGN_IN" || before.busy) return;
      const email = text.trim();
      if (!ADDRESS.test(email)) {
        state.value = { ...before, error: words.signIn.invalid };
        return;
      }
      state.value = { ...before, busy: true, error: null };
      const outcome = await request("sign-in", { email, language });
      // Their mail has been opened meanwhile.
      if (state.peek().view !== "SIGN_IN") return;
      state.value =
        outcome.kind === "success"
          ? { ...before, reason: null, sentTo: email, error: null }
          : { ...before, error: failureText(outcome) };
    },

    changeAddress: () => {
      const before = state.peek();
      if (before.view === "SIGN_IN") state.value = { ...before, sentTo: null, error: null };
      else if (before.view === "CONNECTIONS" && !before.comeBack.busy) showComeBack(NO_EMAIL);
    },

    sendCode: async (text) => {
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.comeBack.busy) return;
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
      const before = state.peek();
      if (before.view !== "CONNECTIONS" || before.comeBack.busy) return;
      const { comeBack } = before;
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
