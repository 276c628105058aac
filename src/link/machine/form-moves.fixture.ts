import { bankFields, emit, type MoveRow } from "./moves.fixture.ts";
import {
  captcha,
  captchaAfterMfa,
  captchaRequest,
  code,
  connectedView,
  connection,
  consent,
  credential,
  device,
  form,
  formWithConsent,
  list,
  loadingAccounts,
  loadingConsent,
  loadingCredentials,
  loadingInstitution,
  loadingMfa,
  mfa,
  oneAccount,
  search,
  selectAccount,
  selection,
  solving,
} from "./states.fixture.ts";

const credentials = { username: "u" };
const answers = ["1234"];
const searchAgain: MoveRow[2] = [
  { ...search, reportedQuery: "tw" },
  { do: "search", query: "tw" },
];

/** The moves from the choice of an institution to the connection, where nothing is refused. */
export const formRows: MoveRow[] = [
  [loadingInstitution, { type: "form.loaded", form }, [credential]],
  [loadingInstitution, { type: "form.loaded", form: formWithConsent }, [consent]],
  [loadingCredentials, { type: "form.loaded", form }, [loadingCredentials]],

  [
    consent,
    { type: "consent.given" },
    [loadingConsent, { do: "giveConsent", institutionId: "ins_1", version: "2026-11" }],
  ],
  [{ ...consent, form }, { type: "consent.given" }, [credential]],
  [consent, { type: "back.requested" }, [list]],
  [loadingConsent, { type: "consent.recorded" }, [{ ...credential, form: formWithConsent }]],
  [loadingCredentials, { type: "consent.recorded" }, [loadingCredentials]],

  [
    { ...credential, lastError: captchaRequest },
    { type: "credentials.submitted", credentials },
    [
      { ...loadingCredentials, lastError: captchaRequest },
      emit({ name: "SUBMIT_CREDENTIALS", ...bankFields }),
      { do: "submitCredentials", institutionId: "ins_1", credentials },
    ],
  ],
  [credential, { type: "back.requested" }, [list]],
  [{ ...credential, query: "tw" }, { type: "back.requested" }, searchAgain],

  [loadingCredentials, { type: "mfa.required", challenge: code }, [mfa]],
  [loadingMfa, { type: "mfa.required", challenge: device }, [{ ...mfa, challenge: device }]],
  [loadingInstitution, { type: "mfa.required", challenge: code }, [loadingInstitution]],
  [loadingAccounts, { type: "mfa.required", challenge: code }, [loadingAccounts]],
  [
    mfa,
    { type: "mfa.submitted", answers },
    [
      loadingMfa,
      emit({ name: "SUBMIT_MFA", mfa_type: "code", ...bankFields }),
      { do: "submitMfa", answers },
    ],
  ],
  [mfa, { type: "back.requested" }, [list]],
  [{ ...mfa, query: "tw" }, { type: "back.requested" }, searchAgain],

  [captcha, { type: "captcha.started" }, [solving, { do: "solveCaptcha" }]],
  [solving, { type: "captcha.started" }, [solving]],
  [captcha, { type: "captcha.solved" }, [captcha]],
  [
    solving,
    { type: "captcha.solved" },
    [loadingCredentials, { do: "submitCredentials", institutionId: "ins_1", credentials }],
  ],
  [
    { ...solving, submission: captchaAfterMfa.submission },
    { type: "captcha.solved" },
    [loadingMfa, { do: "submitMfa", answers }],
  ],
  [captcha, { type: "back.requested" }, [credential]],
  [captchaAfterMfa, { type: "back.requested" }, [mfa]],
  [solving, { type: "back.requested" }, [credential]],

  [
    loadingCredentials,
    { type: "accounts.offered", selection },
    [{ ...selectAccount, accountIds: [] }],
  ],
  [
    loadingCredentials,
    { type: "accounts.offered", selection: oneAccount },
    [{ ...selectAccount, selection: oneAccount, accountIds: ["a"] }],
  ],
  [
    loadingCredentials,
    { type: "accounts.offered", selection: { ...selection, chosen: ["b"] } },
    [{ ...selectAccount, selection: { ...selection, chosen: ["b"] }, accountIds: ["b"] }],
  ],
  [loadingInstitution, { type: "accounts.offered", selection }, [loadingInstitution]],
  [loadingMfa, { type: "accounts.offered", selection }, [{ ...selectAccount, accountIds: [] }]],
  [
    selectAccount,
    { type: "accounts.selected", accountIds: ["a"] },
    [{ ...selectAccount, accountIds: ["a"] }],
  ],
  [
    { ...selectAccount, selection: { ...selection, mode: "one" } },
    { type: "accounts.selected", accountIds: ["a", "b"] },
    [{ ...selectAccount, selection: { ...selection, mode: "one" }, accountIds: ["b"] }],
  ],
  [
    selectAccount,
    { type: "accounts.submitted" },
    [loadingAccounts, { do: "selectAccounts", accountIds: ["b"] }],
  ],
  [
    selectAccount,
    { type: "accounts.submitted", renew: true },
    [loadingAccounts, { do: "selectAccounts", accountIds: ["b"], renew: true }],
  ],
  [
    { ...selectAccount, accountIds: [] },
    { type: "accounts.submitted" },
    [{ ...selectAccount, accountIds: [] }],
  ],
  [selectAccount, { type: "back.requested" }, [list]],
  [
    { ...selectAccount, update: true },
    { type: "back.requested" },
    [{ ...selectAccount, update: true }],
  ],

  [loadingAccounts, { type: "item.connected", connection }, [connectedView]],
  [loadingCredentials, { type: "item.connected", connection }, [connectedView]],
  [loadingMfa, { type: "item.connected", connection }, [connectedView]],
  [loadingInstitution, { type: "item.connected", connection }, [loadingInstitution]],
];
