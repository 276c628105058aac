import { AsyncLocalStorage } from "node:async_hooks";

/** The kinds of measured operations: a request, its handler, the store's transactions, and outgoing calls. */
type OperationKind = "request" | "handler" | "store" | "institution" | "webhook" | "job";

/**
 * The attributes of an operation. They are never secret, and attributes of metrics have a bounded
 * number of values.
 */
export type Attributes = Readonly<Record<string, string | number>>;

/** An operation in progress. */
export type Operation = {
  kind: OperationKind;
  /** A name from a bounded set, such as a path, a method of a store's port, or a job's name. */
  name: string;
  attributes: Attributes;
  parent: Operation | undefined;
  /** The W3C trace context of the caller. */
  traceparent: string | undefined;
};

/** The end of an operation. */
export type OperationEnd = { seconds: number; attributes: Attributes; failure?: unknown };

/** Observes operations to count or trace them. */
export type Observer = {
  began?(operation: Operation): void;
  ended(operation: Operation, ending: OperationEnd): void;
  /** Returns the W3C trace context to send with an operation's outgoing calls. */
  traceparent?(operation: Operation): string | undefined;
};

/** The start of an operation. */
type OperationStart = {
  kind: OperationKind;
  name: string;
  attributes?: Attributes;
  traceparent?: string | undefined;
};

/** A handle on a running operation. */
export type RunningOperation = {
  /** Runs `work` within the operation. */
  within<Answer>(work: () => Answer): Answer;
  end(ending?: { attributes?: Attributes; failure?: unknown }): void;
};

/** Reports operations to observers. */
export type Telemetry = {
  begin(beginning: OperationStart): RunningOperation;
  /** Runs `work` as an operation. `describe` returns the attributes of the result. */
  run<Answer>(
    beginning: OperationStart,
    work: () => Promise<Answer>,
    describe?: (answer: Answer) => Attributes,
  ): Promise<Answer>;
  /** Returns the W3C trace context of the current operation. */
  traceparent(): string | undefined;
};

/** Creates a telemetry that reports operations to these observers. */
export const createTelemetry = (observers: readonly Observer[]): Telemetry => {
  const current = new AsyncLocalStorage<Operation>();

  const begin = (beginning: OperationStart): RunningOperation => {
    const operation: Operation = {
      attributes: {},
      traceparent: undefined,
      ...beginning,
      parent: current.getStore(),
    };
    const startedAt = performance.now();
    for (const { began } of observers) began?.(operation);
    return {
      within: (work) => current.run(operation, work),
      end: ({ attributes = {}, ...rest } = {}) => {
        const seconds = (performance.now() - startedAt) / 1000;
        for (const { ended } of observers) ended(operation, { seconds, attributes, ...rest });
      },
    };
  };

  return {
    begin,
    run: async (beginning, work, describe) => {
      const running = begin(beginning);
      try {
        const answer = await running.within(work);
        running.end({ attributes: describe?.(answer) ?? {} });
        return answer;
      } catch (failure) {
        running.end({ failure });
        throw failure;
      }
    },
    traceparent: () => {
      const operation = current.getStore();
      for (const { traceparent } of observers) {
        const value = operation && traceparent?.(operation);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
};
