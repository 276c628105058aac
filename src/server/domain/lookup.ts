/** A table by texts that strangers choose: it has its own entries alone, and none for `constructor` or `valueOf`. */
export const lookup = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries);
