/** A part of a JSON text: a text, or its bytes in UTF-8. */
export type JsonPiece = string | Uint8Array;

/**
 * A value of an answer that is JSON already, as the store keeps it. It is handed on as it is, and read
 * only where an older version has to change it.
 */
export type RawJson<Value> = { readonly json: JsonPiece; readonly of?: Value };

/** No value of the API's own has this form. */
export const isRawJson = (value: unknown): value is RawJson<unknown> =>
  typeof value === "object" && value !== null && "json" in value;

/** The value. It is our own, and was checked when it was written. */
export const parseRawJson = <Value>({ json }: RawJson<Value>): Value => {
  if (typeof json === "string") return JSON.parse(json);
  const { buffer, byteOffset, byteLength } = json;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString());
};

/** The fields of an answer as values, those that were written read. */
export const parseFields = (answer: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      isRawJson(value) ? parseRawJson(value) : value,
    ]),
  );

/** An answer's fields as JSON, in pieces: what was written stands in it as it is, and bytes are not copied. */
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
