import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { Challenge, LoginForm } from "../../protocol/login-form.ts";
import type { Connection, OfferedAccount, Selection } from "../../protocol/selection.ts";
import type { SharedContext, State, ViewState } from "./states.ts";

export const bank: InstitutionRow = {
  institution_id: "ins_1",
  name: "One",
  mark: "arch",
  color: "#123456",
};
export const otherBank: InstitutionRow = { ...bank, institution_id: "ins_2", name: "Two" };
export const form: LoginForm = {
  institution: bank,
  url: null,
  health: "HEALTHY",
  purpose: "login",
  fields: [{ name: "username", label: "User", type: "text" }],
  consent: null,
};
export const formWithConsent: LoginForm = {
  ...form,
  consent: {
    version: "2026-11",
    scope: ["auth"],
    days: 180,
    terms_url: "/legal/terms",
    privacy_url: "/legal/privacy",
  },
};
export const formWithSite: LoginForm = { ...form, url: "https://one.example" };
export const code: Challenge = { type: "code", sent_to: "•••• 6789" };
export const device: Challenge = {
  type: "device",
  devices: [{ id: "d", kind: "phone", mask: "•••• 6789" }],
};
export const questions: Challenge = { type: "questions", questions: ["Why?"] };
export const selections: Challenge = {
  type: "selections",
  questions: [{ question: "Which?", options: ["this", "that"] }],
};
const account = (id: string): OfferedAccount => ({
  id,
  name: "Checking",
  mask: "0000",
  type: "depository",
  subtype: "checking",
  balance: null,
});
export const selection: Selection = {
  mode: "several",
  accounts: [account("a"), account("b")],
  unfit: [],
  chosen: [],
  existing: null,
};
export const oneAccount: Selection = { ...selection, accounts: [account("a")], chosen: ["a"] };
export const wireConnection: Connection = {
  public_token: "public-sandbox-x",
  accounts: [],
  manage_url: null,
};
export const connection = { publicToken: "public-sandbox-x", accounts: [], manageUrl: null };

const error = (code: LinkError["error_code"], type: LinkError["error_type"]): LinkError => ({
  error_type: type,
  error_code: code,
  error_message: "why",
  display_message: null,
});
export const wrongPassword = error("INVALID_CREDENTIALS", "ITEM_ERROR");
export const wrongAnswer = error("INVALID_MFA", "ITEM_ERROR");
export const timeout = error("USER_INPUT_TIMEOUT", "ITEM_ERROR");
export const outage = error("LINK_UNREACHABLE", "API_ERROR");
export const serverError = error("INTERNAL_SERVER_ERROR", "API_ERROR");
export const noAnswer = error("INSTITUTION_NOT_RESPONDING", "INSTITUTION_ERROR");
export const captchaRequest = error("RECAPTCHA_REQUIRED", "RECAPTCHA_ERROR");
export const captchaFailure = error("RECAPTCHA_BAD", "RECAPTCHA_ERROR");
export const lock = error("ITEM_LOCKED", "ITEM_ERROR");
export const invalidSendMethod = error("INVALID_SEND_METHOD", "ITEM_ERROR");
export const bankDown = error("INSTITUTION_DOWN", "INSTITUTION_ERROR");
export const sessionEnd = error("INVALID_LINK_SESSION", "INVALID_INPUT");

export const context: SharedContext = {
  institutions: [bank, otherBank],
  query: "",
  lastError: null,
  update: false,
  offline: false,
};
const credentials = { username: "u" };
const answers = ["1234"];

export const closedState: State = { name: "CLOSED" };
export const list: ViewState<"SELECT_INSTITUTION"> = {
  ...context,
  name: "SELECT_INSTITUTION",
  results: null,
  reportedQuery: "",
};
export const search = { ...list, query: "tw" };
export const consent: ViewState<"CONSENT"> = { ...context, name: "CONSENT", form: formWithConsent };
export const credential: ViewState<"CREDENTIAL"> = {
  ...context,
  name: "CREDENTIAL",
  form,
  refusal: null,
};
export const mfa: ViewState<"MFA"> = {
  ...context,
  name: "MFA",
  form,
  challenge: code,
  refusal: null,
};
export const captcha: ViewState<"RECAPTCHA.idle"> = {
  ...context,
  name: "RECAPTCHA.idle",
  form,
  submission: { credentials },
  refusal: null,
};
export const captchaAfterMfa = { ...captcha, submission: { challenge: code, answers } };
export const solving: ViewState<"RECAPTCHA.solving"> = { ...captcha, name: "RECAPTCHA.solving" };
export const selectAccount: ViewState<"SELECT_ACCOUNT"> = {
  ...context,
  name: "SELECT_ACCOUNT",
  form,
  selection,
  accountIds: ["b"],
};
export const loadingStart: ViewState<"LOADING.start"> = {
  ...context,
  institutions: [],
  name: "LOADING.start",
  institution: null,
};
const loading = { ...context, institution: bank, form };
export const loadingInstitution: ViewState<"LOADING.institution"> = {
  ...context,
  institution: bank,
  name: "LOADING.institution",
};
export const loadingConsent: ViewState<"LOADING.consent"> = {
  ...loading,
  name: "LOADING.consent",
  form: formWithConsent,
};
export const loadingCredentials: ViewState<"LOADING.credentials"> = {
  ...loading,
  name: "LOADING.credentials",
  credentials,
};
export const loadingMfa: ViewState<"LOADING.mfa"> = {
  ...loading,
  name: "LOADING.mfa",
  challenge: code,
  answers,
};
export const loadingAccounts: ViewState<"LOADING.accounts"> = {
  ...loading,
  name: "LOADING.accounts",
  selection,
  accountIds: ["b"],
};
export const connectedView: ViewState<"CONNECTED"> = {
  ...context,
  name: "CONNECTED",
  institution: bank,
  connection,
};
const failure = { ...context, institution: bank, error: bankDown, url: null };
export const errorList: ViewState<"ERROR.list"> = { ...failure, name: "ERROR.list" };
export const errorLeave: ViewState<"ERROR.leave"> = { ...failure, name: "ERROR.leave" };
export const errorRetry = (retry: ViewState<"ERROR.retry">["retry"]): ViewState<"ERROR.retry"> => ({
  ...failure,
  name: "ERROR.retry",
  retry,
});
export const exit: ViewState<"EXIT"> = { ...context, name: "EXIT", from: credential };
