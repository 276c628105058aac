import type { Connector } from "../connectors/connector.ts";
import { Fault } from "../fault.ts";
import type { RequestKind } from "../institutions/request-quota.ts";
import { isAnswered, isOutage, type RequestCounter } from "./request-counter.ts";

/**
 * Wraps a connector so that its requests are counted by outcome. A sign-in of several steps counts once: when
 * it completes, when it is refused, or when the institution fails. Intermediate steps do not count, nor does
 * a sign-in that its user leaves.
 */
export const countRequests = (connector: Connector, counter: RequestCounter): Connector => {
  const withCount = async <Answer>(
    institutionId: string,
    kind: RequestKind,
    request: () => Promise<Answer>,
    isDone: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> => {
    try {
      const answer = await request();
      if (isDone(answer)) counter.record(institutionId, kind, false);
      return answer;
    } catch (failure) {
      if (isAnswered(failure) && !goesOn(failure))
        counter.record(institutionId, kind, isOutage(failure));
      throw failure;
    }
  };
  const signIn = <Step extends { at: string }>(id: string, step: () => Promise<Step>) =>
    withCount(id, "item_logins", step, ({ at }) => at === "accounts");
  const { finishRedirect, pollApproval, importLogin, pull } = connector;
  return {
    ...connector,
    start: (id, ...rest) => signIn(id, () => connector.start(id, ...rest)),
    answer: (id, ...rest) => signIn(id, () => connector.answer(id, ...rest)),
    ...(finishRedirect && {
      finishRedirect: (id, ...rest) => signIn(id, () => finishRedirect(id, ...rest)),
    }),
    ...(pollApproval && {
      pollApproval: (id, ...rest) => signIn(id, () => pollApproval(id, ...rest)),
    }),
    ...(importLogin && {
      importLogin: (id, ...rest) => withCount(id, "item_logins", () => importLogin(id, ...rest)),
    }),
    transactions: (login, period) =>
      withCount(login.institutionId, "transactions_updates", () =>
        connector.transactions(login, period),
      ),
    ...(pull && {
      pull: (login, period) =>
        withCount(login.institutionId, "transactions_updates", () => pull(login, period)),
    }),
    balances: (login) => withCount(login.institutionId, "balance", () => connector.balances(login)),
    identity: (login) =>
      withCount(login.institutionId, "identity", () => connector.identity(login)),
  };
};

/**
 * Returns whether a sign-in continues after a refusal: with another answer, or after a captcha of our own.
 */
const goesOn = (failure: unknown): boolean =>
  failure instanceof Fault && ["INVALID_MFA", "RECAPTCHA_REQUIRED"].includes(failure.code);
