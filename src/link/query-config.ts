/** The list parameters of `create`: repeated, or separated by commas. */
const LISTS = ["product", "countryCodes"];

/** The fields of objects, by query name. `theme` is the mode. */
const PARTS = new Map<string, readonly ["user" | "theme", string]>([
  ["userLegalName", ["user", "legalName"]],
  ["userEmailAddress", ["user", "emailAddress"]],
  ["themeAccent", ["theme", "accent"]],
  ["themeRadius", ["theme", "radius"]],
  ["themeFont", ["theme", "font"]],
  ["themeLogo", ["theme", "logo"]],
]);

/**
 * Parses a query into the configuration that a page would pass to `create`. Empty values count as
 * missing. Unknown names, and lists for single values, are passed on; the server refuses them.
 * `origin` is dropped, since Link's own origin is fixed.
 */
export const configIn = (search: string): Record<string, unknown> => {
  const query = new URLSearchParams(search);
  const config: Record<string, unknown> = {};
  const objects = { user: {}, theme: {} };
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length === 0 || name === "origin") continue;
    const value = values.length > 1 ? values : values[0];
    const [object, field = ""] = PARTS.get(name) ?? [];
    if (object) Object.assign(objects[object], { [field]: parseField(field, value) });
    else if (LISTS.includes(name)) config[name] = wordsIn(values);
    else if (name === "isWebview") config[name] = value === "true" || value;
    else config[name] = value;
  }
  for (const [name, object] of Object.entries(objects))
    if (Object.keys(object).length > 0)
      config[name] = name === "theme" && config.theme ? { mode: config.theme, ...object } : object;
  return config;
};

/**
 * Parses the fields of other types than text. Invalid values are passed on; the server refuses
 * them.
 */
const parseField = (field: string, value: unknown): unknown => {
  if (field === "radius") return Number(value);
  return field === "logo" && value === "false" ? false : value;
};

const wordsIn = (values: string[]): string[] =>
  values.flatMap((value) => value.split(",")).map((word) => word.trim());
