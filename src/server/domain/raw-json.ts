/** A part of a JSON text: a text, or its bytes in UTF-8. */
export type JsonPiece = string | Uint8Array;

/**
 * A value of a response that is JSON text already, as stored. It is passed through unparsed, and parsed only
 * if an older API version has to change it.
 */
export type RawJson<Value> = { readonly json: JsonPiece; readonly of?: Value };

/** Whether a value is raw JSON; no other value of the API has this form. */
export const isRawJson = (value: unknown): value is RawJson<unknown> =>
  typeof value === "object" && value !== null && "json" in value;

/** A list of JSON texts. A text that grows is copied once, when it is sent; `join` would copy it once more. */
export const jsonList = (texts: readonly string[]): string => {
  let list = "[";
  for (const [at, text] of texts.entries()) list += at === 0 ? text : `,${text}`;
  return `${list}]`;
};

/** The parsed value; it was validated when it was stored. */
export const parseRawJson = <Value>({ json }: RawJson<Value>): Value => {
  if (typeof json === "string") return JSON.parse(json);
  const { buffer, byteOffset, byteLength } = json;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString());
};

/** Returns the fields of a response as values, with raw JSON parsed. */
export const parseFields = (answer: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      isRawJson(value) ? parseRawJson(value) : value,
    ]),
  );

/**
 * Returns a response's fields as JSON, in pieces: raw JSON is inserted unchanged, and bytes are not copied.
 */
export const stringifyFields = (fields: readonly (readonly [string, unknown])[]): JsonPiece[] => {
  const pieces: JsonPiece[] = [];
  let text = "{";
  for (const [field, value] of fields) {
    if (value === undefined) continue;
    text += `${text === "{" && pieces.length === 0 ? "" : ","}${JSON.stringify(field)}:`;
    if (!isRawJson(value)) text += JSON.stringify(value);
    else if (typeof value.json === "string") text += value.json;
    else {
      pieces.push(text, value.json);
      text = "";
    }
  }
  return [...pieces, `${text}}`];
};

/**
 * A value of a response that is written in pieces, since it is too large for memory. `edit` is an older API
 * version's change of the value, and of any part of it by itself; null at head.
 */
export type JsonStream<Value> = {
  stream(edit: ((value: unknown) => unknown) | null): AsyncIterable<JsonPiece>;
  /** Releases the stream's resources, whether it has begun or not. */
  close(): void;
  readonly of?: Value;
};

/** Whether a value is streamed; no other value of the API is a function's holder. */
export const isJsonStream = (value: unknown): value is JsonStream<unknown> =>
  typeof value === "object" &&
  value !== null &&
  "stream" in value &&
  typeof value.stream === "function";
