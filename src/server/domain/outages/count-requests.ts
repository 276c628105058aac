import type { Connector } from "../connectors/connector.ts";
import { isAnswered, isOutage, type RequestCounter, type RequestKind } from "./request-counter.ts";

/** The connector, each of whose requests is counted by how it went. */
export const countRequests = (connector: Connector, counter: RequestCounter): Connector => {
  const withCount = async <Answer>(
    institutionId: string,
    kind: RequestKind,
    request: () => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await request();
      counter.note(institutionId, kind, false);
      return answer;
    } catch (failure) {
      if (isAnswered(failure)) counter.note(institutionId, kind, isOutage(failure));
      throw failure;
    }
  };
  const { finishRedirect, pollApproval, importLogin, pull } = connector;
  return {
    ...connector,
    start: (id, ...rest) => withCount(id, "item_logins", () => connector.start(id, ...rest)),
    answer: (id, ...rest) => withCount(id, "item_logins", () => connector.answer(id, ...rest)),
    ...(finishRedirect && {
      finishRedirect: (id, ...rest) =>
        withCount(id, "item_logins", () => finishRedirect(id, ...rest)),
    }),
    ...(pollApproval && {
      pollApproval: (id, ...rest) => withCount(id, "item_logins", () => pollApproval(id, ...rest)),
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
