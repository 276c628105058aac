import { Readable } from "node:stream";

/** The longest pause of a client in reading a streamed response. */
const MAX_IDLE_MS = 60_000;

/** The error of a client that stopped reading. */
const IDLE = "nothing of the answer was taken for too long";

type Options = {
  mostIdleMs?: number;
  /**
   * Text stays text until it is sent, which takes no memory outside the heap: that would wait for the garbage
   * collector however much there is of it.
   */
  encoding?: "utf8";
};

/**
 * Content as a stream, which goes out no faster than it is taken: at most one piece is held. Who takes
 * nothing for too long is left, since only so many may read at once.
 */
export const streamPayload = (
  content: AsyncIterable<string | Uint8Array>,
  { mostIdleMs = MAX_IDLE_MS, ...options }: Options = {},
): Readable => {
  const iterator = content[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const stream = new Readable({
    ...options,
    read() {
      clearTimeout(timer);
      iterator.next().then(
        ({ done, value }) => {
          if (stream.destroyed) return;
          timer = setTimeout(() => stream.destroy(new Error(IDLE)), mostIdleMs).unref();
          stream.push(done ? null : value);
        },
        (failure: Error) => stream.destroy(failure),
      );
    },
    destroy(failure, done) {
      clearTimeout(timer);
      Promise.resolve(iterator.return?.()).then(
        () => done(failure),
        () => done(failure),
      );
    },
  });
  return stream;
};
