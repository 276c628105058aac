/**
 * A list of an answer whose entries are JSON already, as the store keeps them: in UTF-8, with commas
 * between. It is handed on as it is, and read only where an older version has to change it.
 */
export type WrittenList<Entry> = { readonly writtenList: Uint8Array; readonly of?: Entry };

/** No value of the API's own has this form. */
const isWritten = (value: unknown): value is WrittenList<unknown> =>
  typeof value === "object" && value !== null && "writtenList" in value;

/** The entries. They are our own, and were checked when they were written. */
export const readList = <Entry>({ writtenList }: WrittenList<Entry>): Entry[] => {
  const { buffer, byteOffset, byteLength } = writtenList;
  return JSON.parse(`[${Buffer.from(buffer, byteOffset, byteLength).toString()}]`);
};

/** The fields of an answer as values, those that were written read. */
export const readFields = (answer: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      isWritten(value) ? readList(value) : value,
    ]),
  );

/** A part of a JSON text: a text, or its bytes in UTF-8. */
export type JsonPiece = string | Uint8Array;

/** An answer as JSON, in pieces: what was written stands in it as it is, and is not copied. */
export const writeFields = (answer: object): JsonPiece[] => {
  const pieces: JsonPiece[] = [];
  let text = "{";
  for (const [field, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    text += `${text === "{" ? "" : ","}${JSON.stringify(field)}:`;
    if (isWritten(value)) {
      pieces.push(`${text}[`, value.writtenList);
      text = "]";
    } else text += JSON.stringify(value);
  }
  return [...pieces, `${text}}`];
};
