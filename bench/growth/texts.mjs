// The redaction of untrusted texts, which shares the event loop with requests.
import { redactTokens } from "../../dist/bench/parts.js";

/** A body has no more characters. */
const MAX_CHARACTERS = 1_000_000;

/** A single text is too fast to measure. */
const ROUNDS = 20;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const SHAPES = {
  backslashes: (count) => `%25${"\\".repeat(count)}`,
  "percent signs": (count) => "%25".repeat(count / 3),
  "escapes in escapes": (count) => "\\\\u005cu0041".repeat(count / 12),
  letters: (count) => `%25${"aB1-".repeat(count / 4)}`,
};

/** The work on texts. */
export const TEXTS = [
  {
    name: "redact tokens in a text",
    shapes: Object.keys(SHAPES),
    isOnLoop: true,
    maxRows: MAX_CHARACTERS,
    prepare: (shape, count) => {
      const text = SHAPES[shape](count);
      return async () => {
        for (let round = 0; round < ROUNDS; round++) {
          redactTokens(text);
          await nextTurn();
        }
      };
    },
  },
];
