import type { JsonPiece } from "./raw-json.ts";

/**
 * A value of a response that is written in pieces, since it is too large for memory. `edit` is an older API
 * version's change of the value, and of any part of it by itself; null at head.
 */
export type JsonStream<Value> = {
  stream(edit: ((value: unknown) => unknown) | null): AsyncIterable<JsonPiece>;
  /** Releases what the stream holds, whether it has begun or not. */
  close(): void;
  readonly of?: Value;
};

/** Whether a value is streamed; no other value of the API is a function's holder. */
export const isJsonStream = (value: unknown): value is JsonStream<unknown> =>
  typeof value === "object" &&
  value !== null &&
  "stream" in value &&
  typeof value.stream === "function";
