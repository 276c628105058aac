import { LRUCache } from "lru-cache";
import {
  isJsonStream,
  isRawJson,
  type JsonPiece,
  parseFields,
  parseRawJson,
  type RawJson,
} from "../domain/raw-json.ts";
import type { VersionedPath } from "../versions/index.ts";

/** The maximum size of the cache, in characters or bytes. */
const CACHE_SIZE = 32 * 1024 * 1024;

type Edit = (value: unknown) => unknown;

/**
 * Downgrades responses to older versions. Raw JSON is parsed and stringified for that. The result
 * is cached by the text or bytes that the store returns.
 */
export const createResponseDowngrade = (): ((
  difference: VersionedPath,
  answer: object,
) => object) => {
  const cache = new LRUCache<JsonPiece, ReadonlyMap<Edit, RawJson<unknown>>>({
    maxSize: CACHE_SIZE,
  });

  const downgradeRaw = (raw: RawJson<unknown>, edit: Edit): RawJson<unknown> => {
    const previous = cache.get(raw.json);
    const cacheEntry = previous?.get(edit);
    if (cacheEntry) return cacheEntry;
    const text = JSON.stringify(edit(parseRawJson(raw)));
    const oldVersion = { json: typeof raw.json === "string" ? text : Buffer.from(text) };
    const byEdit = new Map([...(previous ?? []), [edit, oldVersion]]);
    const sizes = [raw, ...byEdit.values()].map(({ json }) => json.length);
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
    cache.set(raw.json, byEdit, { size });
    return oldVersion;
  };

  const downgradeOne = (value: unknown, edit: Edit): unknown => {
    if (isJsonStream(value)) return { ...value, stream: () => value.stream(edit) };
    return isRawJson(value) ? downgradeRaw(value, edit) : edit(value);
  };

  return ({ response: { fields, value } }, answer) => {
    if (fields === null) return value(parseFields(answer));
    const oldVersion = { ...answer };
    for (const [field, one] of Object.entries(answer)) {
      const edit = fields.get(field);
      if (edit && one !== undefined)
        Object.assign(oldVersion, { [field]: downgradeOne(one, edit) });
    }
    return oldVersion;
  };
};
