import {
  bankFields,
  emit,
  errorEvent,
  exitMove,
  handOffMove,
  type MoveRow,
} from "./moves.fixture.ts";
import {
  bank,
  captcha,
  code,
  connectedView,
  connection,
  consent,
  context,
  credential,
  device,
  errorLeave,
  errorList,
  errorRetry,
  exit,
  form,
  formWithConsent,
  loadingAccounts,
  loadingConsent,
  loadingCredentials,
  loadingInstitution,
  loadingMfa,
  loadingStart,
  mfa,
  otherBank,
  questions,
  selectAccount,
  selection,
  selections,
  sessionEnd,
  solving,
  wrongPassword,
} from "./states.fixture.ts";
import type { ViewState } from "./states.ts";

const WHERE_SOMETHING_IS_LOST = [
  consent,
  credential,
  mfa,
  captcha,
  solving,
  selectAccount,
  loadingInstitution,
  loadingCredentials,
];

/** What goes on behind the question whether to leave, and where it leads. */
const behind = (
  from: ViewState<"EXIT">["from"],
  event: MoveRow[1],
  next: ViewState<"EXIT">["from"],
): MoveRow => [{ ...exit, from }, event, [{ ...exit, from: next }]];

/** The ways out of Link, and the question before them. */
export const exitRows: MoveRow[] = [
  ...WHERE_SOMETHING_IS_LOST.map(
    (from): MoveRow => [from, { type: "exit.requested" }, [{ ...context, name: "EXIT", from }]],
  ),
  ...[...WHERE_SOMETHING_IS_LOST, connectedView].map(
    (from): MoveRow => [{ ...exit, from }, { type: "back.requested" }, [from]],
  ),
  [{ ...exit, offline: true }, { type: "back.requested" }, [{ ...credential, offline: true }]],

  [loadingInstitution, { type: "exit.forced" }, exitMove(null)],
  [consent, { type: "exit.forced" }, exitMove("requires_consent")],
  [loadingConsent, { type: "exit.forced" }, exitMove("requires_consent")],
  [
    { ...credential, lastError: wrongPassword },
    { type: "exit.forced" },
    exitMove("requires_credentials", { error: wrongPassword }),
  ],
  [loadingCredentials, { type: "exit.forced" }, exitMove("requires_credentials")],
  [captcha, { type: "exit.forced" }, exitMove("requires_captcha")],
  [solving, { type: "exit.forced" }, exitMove("requires_captcha")],
  [mfa, { type: "exit.forced" }, exitMove("requires_code")],
  [loadingMfa, { type: "exit.forced" }, exitMove("requires_code")],
  [{ ...mfa, challenge: device }, { type: "exit.forced" }, exitMove("choose_device")],
  [{ ...mfa, challenge: questions }, { type: "exit.forced" }, exitMove("requires_questions")],
  [{ ...mfa, challenge: selections }, { type: "exit.forced" }, exitMove("requires_selections")],
  [selectAccount, { type: "exit.forced" }, exitMove("requires_account_selection")],
  [loadingAccounts, { type: "exit.forced" }, exitMove("requires_account_selection")],

  [
    connectedView,
    { type: "my_service.opened" },
    [connectedView, emit({ name: "OPEN_MY_SERVICE", ...bankFields })],
  ],
  [connectedView, { type: "next.requested" }, handOffMove],
  [connectedView, { type: "exit.requested" }, handOffMove],
  [connectedView, { type: "exit.forced" }, handOffMove],

  [errorList, { type: "exit.requested" }, exitMove(null)],
  [errorRetry(mfa), { type: "exit.requested" }, exitMove("requires_code")],
  [errorRetry(selectAccount), { type: "exit.forced" }, exitMove("requires_account_selection")],
  [{ ...errorLeave, error: sessionEnd }, { type: "next.requested" }, exitMove(null)],
  [errorLeave, { type: "exit.requested" }, exitMove(null)],

  [exit, { type: "exit.requested" }, exitMove("requires_credentials")],
  [exit, { type: "exit.forced" }, exitMove("requires_credentials")],
  [
    { ...exit, from: { ...loadingMfa, challenge: device } },
    { type: "exit.requested" },
    exitMove("choose_device"),
  ],
  [{ ...exit, from: connectedView }, { type: "exit.requested" }, handOffMove],

  behind(
    loadingStart,
    {
      type: "session.started",
      institutions: [bank, otherBank],
      standing: { at: "form", form },
      update: false,
    },
    credential,
  ),
  behind(loadingInstitution, { type: "form.loaded", form }, credential),
  behind(loadingConsent, { type: "consent.recorded" }, { ...credential, form: formWithConsent }),
  behind(loadingCredentials, { type: "mfa.required", challenge: code }, mfa),
  behind(
    loadingCredentials,
    { type: "accounts.offered", selection },
    { ...selectAccount, accountIds: [] },
  ),
  behind(loadingAccounts, { type: "item.connected", connection }, connectedView),
  [
    { ...exit, from: solving },
    { type: "captcha.solved" },
    [
      { ...exit, from: loadingCredentials },
      { do: "submitCredentials", institutionId: "ins_1", credentials: { username: "u" } },
    ],
  ],
  [
    { ...exit, from: loadingCredentials },
    { type: "bridge.refused", error: wrongPassword },
    [
      {
        ...exit,
        lastError: wrongPassword,
        from: { ...credential, refusal: wrongPassword, lastError: wrongPassword },
      },
      errorEvent(wrongPassword),
    ],
  ],
];
