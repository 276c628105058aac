/**
 * A value as JSON that is written already, as the store keeps it, in UTF-8. An answer hands it on as it
 * is; it is read only where an older version has to change it.
 */
export type WrittenJson<T> = { readonly writtenJson: Uint8Array; readonly of?: T };

/** Whether a field of an answer is written already; no value of the API's own has this form. */
export const isWritten = (value: unknown): value is WrittenJson<unknown> =>
  typeof value === "object" && value !== null && "writtenJson" in value;

/** What was written. It is our own, and was checked when it was. */
export const readJson = <T>({ writtenJson }: WrittenJson<T>): T =>
  JSON.parse(
    Buffer.from(writtenJson.buffer, writtenJson.byteOffset, writtenJson.length).toString(),
  );

/** The fields of an answer as values, those that were written read. */
export const readFields = (answer: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      isWritten(value) ? readJson(value) : value,
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
      pieces.push(Buffer.from(text), value.writtenJson);
      text = "";
    } else text += JSON.stringify(value);
  }
  return pieces.length === 0 ? `${text}}` : Buffer.concat([...pieces, Buffer.from(`${text}}`)]);
};
