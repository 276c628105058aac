import type { ErrorCode } from "../../protocol/errors.ts";
import { linkError } from "../../protocol/errors.ts";
import type { MachineEvent } from "./machine-event.ts";
import { bankFields, emit, errorEvent, exitMove, type MoveRow } from "./moves.fixture.ts";
import {
  bank,
  bankDown,
  code,
  connectedView,
  connection,
  context,
  credential,
  errorLeave,
  errorList,
  errorRetry,
  exit,
  form,
  formWithConsent,
  list,
  loadingConsent,
  loadingCredentials,
  loadingInstitution,
  loadingStart,
  mfa,
  noAnswer,
  outage,
  selectAccount,
  selection,
  serverError,
  sessionEnd,
  timeout,
} from "./states.fixture.ts";
import type { ViewState } from "./states.ts";

/** The form of an institution at whose own site its users sign in. */
const site = { ...form, fields: [] };
const ready: ViewState<"OAUTH.ready"> = {
  ...context,
  name: "OAUTH.ready",
  form: site,
  refusal: null,
};
const waiting: ViewState<"OAUTH.waiting"> = {
  ...context,
  name: "OAUTH.waiting",
  institution: bank,
  form: site,
  approval: null,
};
const resumption: MachineEvent = {
  type: "session.started",
  institutions: [],
  update: false,
  standing: { at: "redirect", form: site, approval: null },
};

/** They approve in the institution's app. */
const approval = { title: "Approve", help: "Open the app", code: "CDFG", later: "Nothing there?" };
const approving: ViewState<"OAUTH.waiting"> = { ...waiting, form, approval };
const approvalMove = (state: ViewState): MoveRow[2] => [
  state,
  emit({ name: "OPEN_OAUTH", ...bankFields }),
  { do: "awaitCallback" },
];

/** A refusal after the user was away, and the state that it leads to. */
const refusal = (
  error: Parameters<typeof errorEvent>[0],
  next: ViewState,
  changes: Partial<typeof waiting> = {},
): MoveRow => {
  const { error_type, error_code, error_message } = error;
  return [
    { ...waiting, ...changes },
    { type: "bridge.refused", error },
    [
      { ...next, lastError: error },
      emit({ name: "FAIL_OAUTH", error_type, error_code, error_message, ...bankFields }),
      errorEvent(error),
    ],
  ];
};
const readyAfter = (code: ErrorCode): MoveRow =>
  refusal(linkError(code), { ...ready, refusal: linkError(code) });

/** The moves to an institution's own site and back. */
export const oauthRows: MoveRow[] = [
  [loadingInstitution, { type: "form.loaded", form: site }, [ready]],
  [
    { ...loadingConsent, form: { ...formWithConsent, fields: [] } },
    { type: "consent.recorded" },
    [{ ...ready, form: { ...formWithConsent, fields: [] } }],
  ],
  ...[ready, waiting].map(
    (state): MoveRow => [
      state,
      { type: "oauth.opened" },
      [
        waiting,
        emit({ name: "OPEN_OAUTH", ...bankFields }),
        { do: "openOAuth", institutionId: "ins_1" },
      ],
    ],
  ),
  [ready, { type: "back.requested" }, [list]],
  [{ ...ready, update: true }, { type: "back.requested" }, [{ ...ready, update: true }]],
  [
    waiting,
    { type: "back.requested" },
    [ready, emit({ name: "CLOSE_OAUTH", ...bankFields }), { do: "closeOAuth" }],
  ],

  [loadingCredentials, { type: "approval.required", approval }, approvalMove(approving)],
  [
    { ...exit, from: loadingCredentials },
    { type: "approval.required", approval },
    approvalMove({ ...exit, from: approving }),
  ],
  [
    approving,
    { type: "back.requested" },
    [credential, emit({ name: "CLOSE_OAUTH", ...bankFields }), { do: "closeOAuth" }],
  ],

  [waiting, { type: "mfa.required", challenge: code }, [{ ...mfa, form: site }]],
  [
    waiting,
    { type: "accounts.offered", selection },
    [{ ...selectAccount, form: site, accountIds: [] }],
  ],
  [waiting, { type: "item.connected", connection }, [connectedView]],

  readyAfter("OAUTH_USER_CANCELLED"),
  readyAfter("OAUTH_LOGIN_MISMATCH"),
  readyAfter("OAUTH_POPUP_BLOCKED"),
  readyAfter("ACCESS_NOT_GRANTED"),
  refusal(timeout, { ...ready, refusal: timeout }),
  refusal(bankDown, errorList),
  refusal(
    bankDown,
    {
      ...errorRetry({ ...ready, update: true, lastError: bankDown }),
      update: true,
    },
    { update: true },
  ),
  ...[outage, noAnswer, serverError].map((error) =>
    refusal(error, { ...errorRetry({ ...ready, lastError: error }), error }),
  ),
  refusal(sessionEnd, { ...errorLeave, error: sessionEnd }),

  [loadingStart, resumption, [{ ...waiting, institutions: [] }, { do: "awaitCallback" }]],
  [list, resumption, [waiting, { do: "awaitCallback" }]],

  [ready, { type: "exit.forced" }, exitMove("requires_oauth")],
  [waiting, { type: "exit.forced" }, exitMove("requires_oauth")],
  [credential, { type: "oauth.opened" }, [credential]],
];
