import type { LinkOptions } from "./link-options.ts";

/** The maximum length of each text, as on the server. */
const MAX_CHARACTERS = {
  token: 200,
  clientName: 60,
  webhook: 2000,
  legalName: 200,
  emailAddress: 254,
  receivedRedirectUri: 2000,
  clientUserId: 200,
  userId: 200,
  userToken: 200,
  redirectUri: 2000,
  accessToken: 200,
  institutionId: 40,
  transactionDays: 3,
  statementsFrom: 10,
  statementsTo: 10,
  daysRequested: 3,
  clientReportId: 200,
};

/** Returns a function that gives the attributes of an option's text field. */
export const optionTexts = (options: LinkOptions) => (name: keyof typeof MAX_CHARACTERS) => ({
  name,
  initial: options[name],
  maxLength: MAX_CHARACTERS[name],
});
