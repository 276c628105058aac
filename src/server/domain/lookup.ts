/** A table looked up by untrusted texts. Inherited names such as `constructor` have no entry. */
export const lookup = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries);
