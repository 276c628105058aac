import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";

/** The opener of Link: a link token made of the options, a pasted token, or, as in older versions, the client's public_key. */
export type Opener = "public_key" | "link_token" | "token";

/** The options of the form; an empty text is left out. */
export type LinkOptions = {
  opener: Opener;
  /** The pasted token: a link token, or a public token for update mode. */
  token: string;
  clientName: string;
  product: string[];
  countryCodes: string[];
  language: string;
  accountSelection: string;
  webhook: string;
  legalName: string;
  emailAddress: string;
  theme: string;
  isWebview: boolean;
  receivedRedirectUri: string;
  // Options of link tokens only.
  clientUserId: string;
  userId: string;
  userToken: string;
  redirectUri: string;
  accessToken: string;
  accountSelectionEnabled: boolean;
  reauthorizationEnabled: boolean;
  requiredIfSupported: string[];
  optionalProducts: string[];
  additionalConsented: string[];
  institutionId: string;
  transactionDays: string;
  /** The first and the last day of statements, YYYY-MM-DD. */
  statementsFrom: string;
  statementsTo: string;
  /** The types of accounts to offer; empty for all. */
  accountTypes: string[];
  isMultiItem: boolean;
  isHosted: boolean;
  reportProducts: string[];
  permissiblePurpose: string;
  daysRequested: string;
  clientReportId: string;
};

/** The placeholder in code for the link token that the user's own server makes. */
export const LINK_TOKEN = "LINK_TOKEN";

/** Returns the options with which the form begins, taken from the client's settings. */
export const firstOptions = (client: DashboardClient): LinkOptions => {
  const { products } = client;
  const usual = products.filter((product) => product === "auth" || product === "transactions");
  return {
    opener: "link_token",
    token: "",
    clientName: client.brand.name || client.name || "Corner Shop",
    product: usual.length > 0 ? usual : products.slice(0, 1),
    countryCodes: ["US"],
    language: "",
    accountSelection: "",
    webhook: "",
    legalName: "",
    emailAddress: "",
    theme: "",
    isWebview: false,
    receivedRedirectUri: "",
    clientUserId: "user-1",
    userId: "",
    userToken: "",
    redirectUri: "",
    accessToken: "",
    accountSelectionEnabled: false,
    reauthorizationEnabled: false,
    requiredIfSupported: [],
    optionalProducts: [],
    additionalConsented: [],
    institutionId: "",
    transactionDays: "",
    statementsFrom: "",
    statementsTo: "",
    accountTypes: [],
    isMultiItem: false,
    isHosted: false,
    reportProducts: [],
    permissiblePurpose: "",
    daysRequested: "",
    clientReportId: "",
  };
};

/**
 * Returns whether the pasted token opens update mode, in which the page gives more options than next to a link token.
 */
export const isPublicToken = ({ token }: Pick<LinkOptions, "token">): boolean =>
  token.startsWith("public-");

/** Returns the configuration of `create` for the options, with a link token if the opener is one. */
export const configOf = (
  options: LinkOptions,
  { key, env }: { key: string; env: string },
  linkToken = LINK_TOKEN,
): Record<string, unknown> => {
  const { opener, token, clientName, product, countryCodes, webhook, theme } = options;
  const { language, accountSelection, legalName, emailAddress, receivedRedirectUri } = options;
  const user = filled({ legalName, emailAddress });
  const ofUser = {
    ...filled({ language, accountSelection }),
    ...(Object.keys(user).length > 0 && { user }),
  };
  const ofPage = {
    ...filled({ theme, receivedRedirectUri }),
    ...(options.isWebview && { isWebview: true }),
  };
  if (opener === "public_key")
    return {
      ...{ clientName, product, countryCodes },
      ...filled({ webhook }),
      ...ofUser,
      ...ofPage,
      ...{ key, env },
    };
  if (opener === "link_token") return { token: linkToken, ...ofPage };
  return isPublicToken(options)
    ? { token, ...filled({ clientName }), ...ofUser, ...ofPage }
    : { token, ...ofPage };
};

/** Returns the body of `/link/token/create` for the options, without the keys. */
export const linkTokenBody = (options: LinkOptions): Record<string, unknown> => {
  const { accessToken, accountTypes, daysRequested, clientReportId, transactionDays } = options;
  const update = {
    ...(options.accountSelectionEnabled && { account_selection_enabled: true }),
    ...(options.reauthorizationEnabled && { reauthorization_enabled: true }),
  };
  const user = filled({
    client_user_id: options.clientUserId,
    legal_name: options.legalName,
    email_address: options.emailAddress,
  });
  return {
    client_name: options.clientName,
    language: options.language || "en",
    country_codes: options.countryCodes,
    // Update mode uses the Item's.
    ...(accessToken
      ? { access_token: accessToken }
      : { products: [...options.product, ...options.reportProducts] }),
    ...(Object.keys(update).length > 0 && { update }),
    ...chosen({
      required_if_supported_products: options.requiredIfSupported,
      optional_products: options.optionalProducts,
      additional_consented_products: options.additionalConsented,
    }),
    ...(accountTypes.length > 0 && {
      account_filters: Object.fromEntries(
        accountTypes.map((type) => [type, { account_subtypes: ["all"] }]),
      ),
    }),
    ...(transactionDays && { transactions: { days_requested: toNumber(transactionDays) } }),
    ...((options.statementsFrom || options.statementsTo) && {
      statements: { start_date: options.statementsFrom, end_date: options.statementsTo },
    }),
    ...(options.isMultiItem && { enable_multi_item_link: true }),
    ...(options.isHosted && { hosted_link: {} }),
    ...filled({
      account_selection: options.accountSelection,
      webhook: options.webhook,
      redirect_uri: options.redirectUri,
      institution_id: options.institutionId,
      user_id: options.userId,
      user_token: options.userToken,
      consumer_report_permissible_purpose: options.permissiblePurpose,
    }),
    ...(Object.keys(user).length > 0 && { user }),
    ...((daysRequested || clientReportId) && {
      cra_options: {
        days_requested: toNumber(daysRequested || "365"),
        ...(clientReportId && { base_report: { client_report_id: clientReportId } }),
      },
    }),
  };
};

const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const chosen = (lists: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** Returns a typed number; any other text stays unchanged, for the server to refuse. */
const toNumber = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);
