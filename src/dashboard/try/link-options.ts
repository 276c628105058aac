/** What Link is tried with, as the form has it; an empty text is left out. */
export type LinkOptions = {
  clientName: string;
  product: string[];
  countryCodes: string[];
  language: string;
  theme: string;
  accountSelection: string;
  webhook: string;
  legalName: string;
  emailAddress: string;
  /** A link token, or a public token for update mode; with one the rest is decided by it. */
  token: string;
};

/** The configuration of `create` that the options mean. */
export const configOf = (
  options: LinkOptions,
  { key, env }: { key: string; env: string },
): Record<string, unknown> => {
  const { token, theme } = options;
  if (token) return { token, ...(theme && { theme }) };
  const { clientName, product, countryCodes, language, accountSelection, webhook } = options;
  const { legalName, emailAddress } = options;
  return {
    clientName,
    product,
    countryCodes,
    ...(language && { language }),
    ...(theme && { theme }),
    ...(accountSelection && { accountSelection }),
    ...(webhook && { webhook }),
    ...(legalName && emailAddress && { user: { legalName, emailAddress } }),
    key,
    env,
  };
};

/** The options of a form. */
export const optionsOf = (form: HTMLFormElement): LinkOptions => {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  return {
    clientName: text("clientName"),
    product: fields.getAll("product").map(String),
    countryCodes: fields.getAll("countryCodes").map(String),
    language: text("language"),
    theme: text("theme"),
    accountSelection: text("accountSelection"),
    webhook: text("webhook"),
    legalName: text("legalName"),
    emailAddress: text("emailAddress"),
    token: text("token"),
  };
};
