import type { LinkError } from "../../protocol/errors.ts";
import { errorEvent, type MoveRow } from "./moves.fixture.ts";
import {
  bankDown,
  captcha,
  captchaAfterMfa,
  captchaFailure,
  captchaRequest,
  consent,
  credential,
  errorLeave,
  errorList,
  errorRetry,
  formWithSite,
  invalidSendMethod,
  list,
  loadingAccounts,
  loadingConsent,
  loadingCredentials,
  loadingInstitution,
  loadingMfa,
  lock,
  mfa,
  noAnswer,
  outage,
  selectAccount,
  serverError,
  solving,
  timeout,
  wrongAnswer,
  wrongPassword,
} from "./states.fixture.ts";
import type { Retry, ViewState } from "./states.ts";

/** A refusal at the bank, and the state that it leads to; the error is the last one from then on. */
const refusal = (state: ViewState, error: LinkError, next: ViewState): MoveRow => [
  state,
  { type: "bridge.refused", error },
  [{ ...next, lastError: error }, errorEvent(error)],
];
const retry = (state: Retry, error: LinkError): ViewState<"ERROR.retry"> => ({
  ...errorRetry({ ...state, lastError: error }),
  error,
});

/** Where refusals lead, and the ways on from an error. */
export const refusalRows: MoveRow[] = [
  refusal(loadingInstitution, bankDown, errorList),
  refusal(loadingInstitution, serverError, retry(loadingInstitution, serverError)),
  refusal(loadingInstitution, outage, retry(loadingInstitution, outage)),
  refusal(loadingConsent, outage, retry(consent, outage)),

  refusal(loadingCredentials, captchaRequest, captcha),
  refusal(loadingMfa, captchaFailure, { ...captchaAfterMfa, refusal: captchaFailure }),
  refusal(loadingCredentials, lock, retry(credential, lock)),
  refusal({ ...loadingCredentials, form: formWithSite }, lock, {
    ...retry({ ...credential, form: formWithSite }, lock),
    url: "https://one.example",
  }),
  refusal(loadingCredentials, serverError, retry(credential, serverError)),
  refusal(loadingCredentials, noAnswer, retry(credential, noAnswer)),
  refusal({ ...loadingCredentials, update: true }, bankDown, {
    ...retry({ ...credential, update: true }, bankDown),
    update: true,
  }),
  refusal({ ...loadingInstitution, update: true }, bankDown, {
    ...retry({ ...loadingInstitution, update: true }, bankDown),
    update: true,
  }),
  refusal(loadingCredentials, wrongPassword, { ...credential, refusal: wrongPassword }),
  refusal(loadingCredentials, outage, retry(credential, outage)),
  refusal(loadingCredentials, wrongAnswer, { ...errorList, error: wrongAnswer }),

  refusal(loadingMfa, invalidSendMethod, { ...errorLeave, error: invalidSendMethod }),
  refusal(loadingMfa, wrongAnswer, { ...mfa, refusal: wrongAnswer }),
  refusal(loadingMfa, wrongPassword, { ...credential, refusal: wrongPassword }),
  refusal(loadingMfa, timeout, { ...credential, refusal: timeout }),
  refusal(loadingMfa, bankDown, errorList),
  refusal(loadingMfa, outage, retry(mfa, outage)),
  refusal(loadingAccounts, outage, retry(selectAccount, outage)),

  refusal(solving, captchaFailure, { ...captcha, refusal: captchaFailure }),
  refusal(solving, invalidSendMethod, { ...errorLeave, error: invalidSendMethod }),
  [captcha, { type: "bridge.refused", error: captchaFailure }, [captcha]],

  [errorList, { type: "next.requested" }, [list]],
  [{ ...errorList, query: "tw" }, { type: "back.requested" }, [list]],
  ...[consent, credential, mfa].map(
    (state): MoveRow => [errorRetry(state), { type: "next.requested" }, [state]],
  ),
  [
    errorRetry(loadingInstitution),
    { type: "next.requested" },
    [loadingInstitution, { do: "selectInstitution", institutionId: "ins_1" }],
  ],
  [
    { ...errorRetry(credential), offline: true },
    { type: "next.requested" },
    [{ ...credential, offline: true }],
  ],
  [errorRetry(credential), { type: "back.requested" }, [list]],
  [
    { ...errorRetry(credential), update: true },
    { type: "back.requested" },
    [{ ...errorRetry(credential), update: true }],
  ],
  [errorLeave, { type: "back.requested" }, [errorLeave]],
];
