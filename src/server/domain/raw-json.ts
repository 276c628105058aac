/** A part of a JSON text: a text, or UTF-8 bytes. */
export type JsonPiece = string | Uint8Array;

/**
 * A response value that is already JSON text, as stored. It is passed through unparsed, unless an
 * older API version changes it.
 */
export type RawJson<Value> = { readonly json: JsonPiece; readonly of?: Value };

/** Whether a value is raw JSON. No other API value has this form. */
export const isRawJson = (value: unknown): value is RawJson<unknown> =>
  typeof value === "object" && value !== null && "json" in value;

/**
 * A list of JSON texts. Concatenation copies the text once, when it is sent; `join` would copy it
 * twice.
 */
export const jsonList = (texts: readonly string[]): string => {
  let list = "[";
  for (const [at, text] of texts.entries()) list += at === 0 ? text : `,${text}`;
  return `${list}]`;
};

/** The parsed value, which was validated when it was stored. */
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
 * Returns a response's fields as JSON in pieces. Raw JSON is inserted unchanged, and bytes are not
 * copied.
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
 * A response value written in pieces, since it is too large for memory. `edit` is an older API
 * version's change, which also applies to each part of the value; null for the newest version.
 */
export type JsonStream<Value> = {
  stream(edit: ((value: unknown) => unknown) | null): AsyncIterable<JsonPiece>;
  /** Releases the stream's resources, also before its start. */
  close(): void;
  readonly of?: Value;
};

/** Whether a value is streamed. No other API value holds a function. */
export const isJsonStream = (value: unknown): value is JsonStream<unknown> =>
  typeof value === "object" &&
  value !== null &&
  "stream" in value &&
  typeof value.stream === "function";
