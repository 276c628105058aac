import type { LinkOptions, Opener } from "./link-options.ts";

/** The options of a form, with those that are hidden in it. */
export const readOptions = (form: HTMLFormElement): LinkOptions => {
  const fields = new FormData(form);
  const text = (name: keyof LinkOptions) => String(fields.get(name) ?? "").trim();
  const all = (name: keyof LinkOptions) => fields.getAll(name).map(String);
  return {
    opener: text("opener") as Opener,
    token: text("token"),
    clientName: text("clientName"),
    product: all("product"),
    countryCodes: all("countryCodes"),
    language: text("language"),
    accountSelection: text("accountSelection"),
    webhook: text("webhook"),
    legalName: text("legalName"),
    emailAddress: text("emailAddress"),
    theme: text("theme"),
    isWebview: fields.has("isWebview"),
    receivedRedirectUri: text("receivedRedirectUri"),
    clientUserId: text("clientUserId"),
    userId: text("userId"),
    userToken: text("userToken"),
    redirectUri: text("redirectUri"),
    accessToken: text("accessToken"),
    accountSelectionEnabled: fields.has("accountSelectionEnabled"),
    reportProducts: all("reportProducts"),
    permissiblePurpose: text("permissiblePurpose"),
    daysRequested: text("daysRequested"),
    clientReportId: text("clientReportId"),
  };
};
