import type { JsonStream } from "../raw-json.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** The length from which a list is written in pieces. */
const MANY = 100;

/** The length of a piece in characters; writing one takes some milliseconds. */
const PIECE_LENGTH = 128 * 1024;

/**
 * Writes a value as `JSON.stringify` does, in pieces, one per turn of the event loop. The value
 * must have no `toJSON`.
 */
export async function* jsonInTurns(value: unknown): AsyncGenerator<string> {
  let piece = "";
  for (const text of textsOf(value)) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
    await yieldToEventLoop();
  }
  yield piece;
}

/** A large value of a response, whose JSON is written in turns of the event loop. */
export const streamInTurns = <Value>(value: Value): JsonStream<Value> => ({
  stream: (edit) => jsonInTurns(edit ? edit(value) : value),
  close: () => {},
});

function* textsOf(value: unknown): Generator<string> {
  if (!isLarge(value)) yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) {
      yield at === 0 ? "[" : ",";
      yield* textsOf(element);
    }
    yield "]";
  } else {
    let lead = "{";
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${lead}${JSON.stringify(name)}:`;
      yield* textsOf(field);
      lead = ",";
    }
    yield "}";
  }
}

/** Whether a value has a long list. */
function isLarge(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > MANY || value.some(isLarge);
  return Object.values(value).some(isLarge);
}
