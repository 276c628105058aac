import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Connector } from "../connectors/connector.ts";
import { Fault } from "../fault.ts";
import type { RequestKind } from "../institutions/request-quota.ts";

/** The period of one count, in ms. */
export const COUNT_MS = 5 * 60_000;

/**
 * The outcomes of a kind of requests to an institution, in the five minutes since `from` (ms since
 * 1970).
 */
export type RequestCount = {
  institutionId: string;
  kind: RequestKind;
  from: number;
  succeeded: number;
  failed: number;
};

/** Counts requests to institutions in memory. */
export type RequestCounter = {
  record(institutionId: string, kind: RequestKind, failed: boolean): void;
  /** Returns and resets the counts. */
  drain(): RequestCount[];
};

export const createRequestCounter = (clock: () => number): RequestCounter => {
  let counts = new Map<string, RequestCount>();
  return {
    record: (institutionId, kind, isFailure) => {
      const from = startOfCount(clock());
      const key = `${from} ${kind} ${institutionId}`;
      const count = counts.get(key) ?? { institutionId, kind, from, succeeded: 0, failed: 0 };
      count[isFailure ? "failed" : "succeeded"] += 1;
      counts.set(key, count);
    },
    drain: () => {
      const all = [...counts.values()];
      counts = new Map();
      return all;
    },
  };
};

/** Returns the start of the period that contains a moment. */
export const startOfCount = (at: number): number => at - (at % COUNT_MS);

/** The institution's own errors. Errors of its users are no outages. */
const OUTAGE_CODES: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_NOT_AVAILABLE",
  "UNSUPPORTED_RESPONSE",
];

/**
 * Whether the institution failed. Our own errors, such as `INTERNAL_SERVER_ERROR`, do not count.
 */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof Fault && OUTAGE_CODES.includes(failure.code);

/** Whether the institution responded or failed; false if this server failed. */
const isAnswered = (failure: unknown): boolean =>
  failure instanceof Fault && failure.code !== "INTERNAL_SERVER_ERROR";

/**
 * Wraps a connector to count its requests by outcome. A sign-in of several steps counts once: when
 * it completes, is refused, or the institution fails. Intermediate steps and abandoned sign-ins do
 * not count.
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
  const {
    redirect,
    approval,
    import: imports,
    investments,
    liabilities,
    pull,
    statements,
  } = connector;
  return {
    ...connector,
    start: (id, ...rest) => signIn(id, () => connector.start(id, ...rest)),
    answer: (id, ...rest) => signIn(id, () => connector.answer(id, ...rest)),
    ...(redirect && {
      redirect: {
        ...redirect,
        finish: (id, ...rest) => signIn(id, () => redirect.finish(id, ...rest)),
      },
    }),
    ...(approval && {
      approval: { poll: (id, ...rest) => signIn(id, () => approval.poll(id, ...rest)) },
    }),
    ...(imports && {
      import: {
        login: (id, ...rest) => withCount(id, "item_logins", () => imports.login(id, ...rest)),
      },
    }),
    transactions: (login, period) =>
      withCount(login.institutionId, "transactions_updates", () =>
        connector.transactions(login, period),
      ),
    ...(pull && {
      pull: (login, ...rest) =>
        withCount(login.institutionId, "transactions_updates", () => pull(login, ...rest)),
    }),
    ...(investments && {
      investments: (login, period) =>
        withCount(login.institutionId, "transactions_updates", () => investments(login, period)),
    }),
    ...(liabilities && {
      liabilities: (login) =>
        withCount(login.institutionId, "transactions_updates", () => liabilities(login)),
    }),
    ...(statements && {
      statements: {
        list: (login, period) =>
          withCount(login.institutionId, "transactions_updates", () =>
            statements.list(login, period),
          ),
        document: (login, statement) =>
          withCount(login.institutionId, "transactions_updates", () =>
            statements.document(login, statement),
          ),
      },
    }),
    balances: (login) => withCount(login.institutionId, "balance", () => connector.balances(login)),
    identity: (login) =>
      withCount(login.institutionId, "identity", () => connector.identity(login)),
  };
};

/** Whether a sign-in continues after a refusal: with another answer, or after our own captcha. */
const goesOn = (failure: unknown): boolean =>
  failure instanceof Fault && ["INVALID_MFA", "RECAPTCHA_REQUIRED"].includes(failure.code);
