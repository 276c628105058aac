import { AsyncLocalStorage } from "node:async_hooks";

/** What is measured: a request, and within it its handler, the store's transactions, and calls elsewhere. */
type OperationKind = "request" | "handler" | "store" | "institution" | "webhook" | "job";

/** What is said of an operation; never secret, and of a bounded number of values where metrics use it. */
export type Attributes = Readonly<Record<string, string | number>>;

/** One thing that is being done. */
export type Operation = {
  kind: OperationKind;
  /** Of a bounded number: a path, a method of a store's port, a job's name. */
  name: string;
  attributes: Attributes;
  parent: Operation | undefined;
  /** The W3C trace context of whoever asks for it. */
  traceparent: string | undefined;
};

/** How an operation ended. */
export type Ending = { seconds: number; attributes: Attributes; failure?: unknown };

/** Something that is told of operations, such as what counts or traces them. */
export type Observer = {
  began?(operation: Operation): void;
  ended(operation: Operation, ending: Ending): void;
  /** The W3C trace context to send along with what an operation asks of others. */
  traceparent?(operation: Operation): string | undefined;
};

/** What an operation begins with. */
type Beginning = {
  kind: OperationKind;
  name: string;
  attributes?: Attributes;
  traceparent?: string | undefined;
};

/** An operation that has begun. */
export type Running = {
  /** Does `work` within the operation. */
  within<Answer>(work: () => Answer): Answer;
  end(ending?: { attributes?: Attributes; failure?: unknown }): void;
};

/** Tells observers what is being done. */
export type Telemetry = {
  begin(beginning: Beginning): Running;
  /** Does `work` as an operation, which ends with it; `describe` says what came of it. */
  run<Answer>(
    beginning: Beginning,
    work: () => Promise<Answer>,
    describe?: (answer: Answer) => Attributes,
  ): Promise<Answer>;
  /** The W3C trace context of what is being done. */
  traceparent(): string | undefined;
};

/** Tells these observers what is being done. */
export const createTelemetry = (observers: readonly Observer[]): Telemetry => {
  const current = new AsyncLocalStorage<Operation>();

  const begin = (beginning: Beginning): Running => {
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
