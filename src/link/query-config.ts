/** The parameters of `create` that are lists: separated by commas, or given more than once. */
const LISTS = ["product", "countryCodes"];

/** The two fields of `user`, under the names that they have in a query. */
const USER = { userLegalName: "legalName", userEmailAddress: "emailAddress" } as const;

/**
 * The configuration that a query spells, in the form in which a page hands it to `create`. What is
 * empty counts as not given. All else goes along as it stands, for the server to judge: a name that
 * nobody knows, or a list where one value belongs. `origin` says where Link is served, which is here.
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
