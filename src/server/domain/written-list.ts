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

/** An answer as JSON, in which what was written stands as it is. */
export const writeFields = (answer: object): string | Buffer => {
  const pieces: Uint8Array[] = [];
  let text = "{";
  for (const [field, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    text += `${text === "{" ? "" : ","}${JSON.stringify(field)}:`;
    if (isWritten(value)) {
      pieces.push(Buffer.from(`${text}[`), value.writtenList);
      text = "]";
    } else text += JSON.stringify(value);
  }
  return pieces.length === 0 ? `${text}}` : Buffer.concat([...pieces, Buffer.from(`${text}}`)]);
};
