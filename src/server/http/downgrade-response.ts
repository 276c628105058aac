import { createMemory } from "../domain/lru-cache.ts";
import {
  isWritten,
  type JsonPiece,
  readFields,
  readWritten,
  type Written,
} from "../domain/raw-json.ts";
import type { Dated } from "../versions/index.ts";

/** How much is remembered of what was walked back, in letters or bytes. */
const ROOM = 32 * 1024 * 1024;

type Step = (value: unknown) => unknown;

/**
 * Walks answers back to older versions. What was written in the store is read and written anew for them,
 * and that is remembered as long as the store hands out the same: the same text, or the very same bytes.
 */
export const createWalkBack = (): ((dated: Dated, answer: object) => object) => {
  const remembered = createMemory<JsonPiece, Map<Step, Written<unknown>>>(ROOM);

  const rewritten = (written: Written<unknown>, step: Step): Written<unknown> => {
    const steps = remembered.get(written.json) ?? new Map<Step, Written<unknown>>();
    const known = steps.get(step);
    if (known) return known;
    const text = JSON.stringify(step(readWritten(written)));
    const walked = { json: typeof written.json === "string" ? text : Buffer.from(text) };
    steps.set(step, walked);
    const sizes = [written, ...steps.values()].map(({ json }) => json.length);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    remembered.keep(written.json, steps, size);
    return walked;
  };

  return ({ response: { fields, value } }, answer) => {
    if (fields === null) return value(readFields(answer));
    const walked = { ...answer };
    for (const [field, one] of Object.entries(answer)) {
      const step = fields.get(field);
      if (step && one !== undefined)
        Object.assign(walked, { [field]: isWritten(one) ? rewritten(one, step) : step(one) });
    }
    return walked;
  };
};
