import type { Connector } from "../connectors/connector.ts";
import { isAnswered, isOutage, type RequestCounter, type RequestKind } from "./request-counter.ts";

/** The connector, each of whose requests is counted by how it went. */
export const countRequests = (connector: Connector, counter: RequestCounter): Connector => {
  const counted = async <Answer>(
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
    start: (id, ...rest) => counted(id, "item_logins", () => connector.start(id, ...rest)),
    answer: (id, ...rest) => counted(id, "item_logins", () => connector.answer(id, ...rest)),
    ...(finishRedirect && {
      finishRedirect: (id, ...rest) =>
        counted(id, "item_logins", () => finishRedirect(id, ...rest)),
    }),
    ...(pollApproval && {
      pollApproval: (id, ...rest) => counted(id, "item_logins", () => pollApproval(id, ...rest)),
    }),
    ...(importLogin && {
      importLogin: (id, ...rest) => counted(id, "item_logins", () => importLogin(id, ...rest)),
    }),
    transactions: (login, period) =>
      counted(login.institutionId, "transactions_updates", () =>
        connector.transactions(login, period),
      ),
    ...(pull && {
      pull: (login, period) =>
        counted(login.institutionId, "transactions_updates", () => pull(login, period)),
    }),
    balances: (login) => counted(login.institutionId, "balance", () => connector.balances(login)),
    identity: (login) => counted(login.institutionId, "identity", () => connector.identity(login)),
  };
};
