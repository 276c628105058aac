/**
 * Makes what FDX 4.6 nests under a name of its category a flat object that has the category in a field, as
 * FDX 5 and 6 have it.
 */
export const flattenBy =
  (categories: Readonly<Record<string, string>>) =>
  (entry: unknown): unknown => {
    if (typeof entry !== "object" || entry === null) return entry;
    for (const [name, accountCategory] of Object.entries(categories)) {
      const inner: unknown = Object.hasOwn(entry, name) ? entry[name as keyof typeof entry] : null;
      if (typeof inner === "object" && inner !== null) return { accountCategory, ...inner };
    }
    return entry;
  };
