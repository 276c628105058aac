import { LRUCache } from "lru-cache";
import {
  isRawJson,
  type JsonPiece,
  parseFields,
  parseRawJson,
  type RawJson,
} from "../domain/raw-json.ts";
import type { VersionedPath } from "../versions/index.ts";

/** How much is remembered of what was walked back, in letters or bytes. */
const ROOM = 32 * 1024 * 1024;

type Step = (value: unknown) => unknown;

/**
 * Walks answers back to older versions. What was written in the store is read and written anew for them,
 * and that is remembered as long as the store hands out the same: the same text, or the very same bytes.
 */
export const createResponseDowngrade = (): ((dated: VersionedPath, answer: object) => object) => {
  const remembered = new LRUCache<JsonPiece, ReadonlyMap<Step, RawJson<unknown>>>({
    maxSize: ROOM,
  });

  const rewritten = (written: RawJson<unknown>, step: Step): RawJson<unknown> => {
    const before = remembered.get(written.json);
    const known = before?.get(step);
    if (known) return known;
    const text = JSON.stringify(step(parseRawJson(written)));
    const walked = { json: typeof written.json === "string" ? text : Buffer.from(text) };
    const steps = new Map([...(before ?? []), [step, walked]]);
    const sizes = [written, ...steps.values()].map(({ json }) => json.length);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    remembered.set(written.json, steps, { size });
    return walked;
  };

  return ({ response: { fields, value } }, answer) => {
    if (fields === null) return value(parseFields(answer));
    const walked = { ...answer };
    for (const [field, one] of Object.entries(answer)) {
      const step = fields.get(field);
      if (step && one !== undefined)
        Object.assign(walked, { [field]: isRawJson(one) ? rewritten(one, step) : step(one) });
    }
    return walked;
  };
};
