/** The parameters of `create` that are lists: separated by commas, or repeated. */
const LISTS = ["product", "countryCodes"];

/** The two fields of `user`, by their names in a query. */
const USER = { userLegalName: "legalName", userEmailAddress: "emailAddress" } as const;

/**
 * Parses a query into the configuration that a page passes to `create`. Empty values count as
 * missing. Unknown names, or lists for single values, are passed on for the server to refuse.
 * `origin` is dropped: Link is served from here.
 */
export const configIn = (search: string): Record<string, unknown> => {
  const query = new URLSearchParams(search);
  const config: Record<string, unknown> = {};
  const user: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length === 0 || name === "origin") continue;
    const value = values.length > 1 ? values : values[0];
    if (name === "userLegalName" || name === "userEmailAddress") user[USER[name]] = value;
    else if (LISTS.includes(name)) config[name] = wordsIn(values);
    else if (name === "isWebview") config[name] = value === "true" || value;
    else config[name] = value;
  }
  return { ...config, ...(Object.keys(user).length > 0 && { user }) };
};

const wordsIn = (values: string[]): string[] =>
  values.flatMap((value) => value.split(",")).map((word) => word.trim());
