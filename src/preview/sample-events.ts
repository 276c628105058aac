import { ERROR_WORDS } from "../i18n/errors.ts";
import { FORM_WORDS } from "../i18n/forms.ts";
import { SANDBOX_WORDS } from "../i18n/sandbox.ts";
import { dataKinds } from "../i18n/trust.ts";
import type { MachineEvent } from "../link/machine/machine-event.ts";
import { type ErrorCode, linkError } from "../protocol/errors/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { LoginForm } from "../protocol/link/login-form.ts";
import type { Selection } from "../protocol/link/selection.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { ACCOUNTS, BANKS, bankAt, MANY_ACCOUNTS } from "./samples.ts";

/** Returns the events that lead to scenes, with the institution's texts in a language. */
export const sampleEvents = (language: Language) => {
  const { labels } = SANDBOX_WORDS[language];
  const words = FORM_WORDS[language];
  const error = (code: ErrorCode, display = ERROR_WORDS[language]?.[code]): MachineEvent => ({
    type: "bridge.refused",
    error: linkError(code, { display }),
    trace: { at: Date.parse("2026-11-23T14:05:00Z"), requestId: "aB3dE6gH9jK2mN5" },
  });
  const form = (changes: Partial<LoginForm> = {}): LoginForm => ({
    institution: bankAt(0),
    url: "https://lanternfield.example",
    health: "HEALTHY",
    purpose: "login",
    fields: [
      { name: "username", label: labels.username, type: "text" },
      { name: "password", label: labels.password, type: "password" },
    ],
    consent: null,
    ...changes,
  });
  const consent = {
    version: "2026-12",
    scope: ["auth", "transactions", "identity"],
    days: 180,
    terms_url: "/legal/terms",
    privacy_url: "/legal/privacy",
  } satisfies LoginForm["consent"];
  const selection = (changes: Partial<Selection> = {}): MachineEvent => ({
    type: "accounts.offered",
    selection: {
      ...{ mode: "several", accounts: ACCOUNTS, unavailable: [], chosen: [], existing: null },
      ...changes,
    },
  });

  const open: MachineEvent = { type: "link.opened", institutions: BANKS };
  const toForm = (loaded = form()): MachineEvent[] => [
    open,
    { type: "institution.selected", institution: loaded.institution },
    { type: "form.loaded", form: loaded },
  ];
  const toLogin = (loaded = form()): MachineEvent[] => [
    ...toForm(loaded),
    { type: "credentials.submitted", credentials: { username: "ann", password: "" } },
  ];
  const withoutFields = form({
    fields: [],
    institution: bankAt(1),
    url: "https://platypus.example",
    sign_in_host: "login.platypus.example",
  });
  const ways: LoginForm["ways"] = (["connection", "aggregator", "token"] as const).map((kind) => ({
    ...{ ...bankAt(0), institution_id: `ins_${kind}`, way: true as const },
    label: words.ways[kind](bankAt(0).name),
  }));
  const renewal = {
    since: "2026-03-02T10:00:00.000Z",
    last_read: "2026-11-20T06:00:00.000Z",
    ended: true,
    accounts: MANY_ACCOUNTS.slice(0, 5).map(({ name, mask }) => ({ name, mask })),
  };
  const search = (query: string, institutions: InstitutionRow[]): MachineEvent[] => [
    open,
    { type: "search.typed", query },
    { type: "search.answered", query, institutions },
  ];
  const update = (at: LoginForm): MachineEvent[] => [
    { type: "link.opened", institutions: null },
    {
      type: "session.started",
      ...{ institutions: [], resume_point: { at: "form", form: at }, update: true },
    },
  ];
  const manual: InstitutionRow = {
    ...bankAt(0),
    institution_id: "ins_0",
    ...{ mark: "slip", color: "#44546a" },
    name: words.manualEntry.name,
    label: words.manualEntry.label,
  };
  const numbers = form({
    institution: manual,
    url: null,
    purpose: "numbers",
    fields: [
      { name: "routing_number", label: words.manualEntry.routing, type: "digits" },
      { name: "account_number", label: words.manualEntry.account, type: "digits" },
      {
        name: "type",
        label: words.manualEntry.type,
        type: "select",
        options: [
          { value: "checking", label: words.manualEntry.kinds.checking },
          { value: "savings", label: words.manualEntry.kinds.savings },
        ],
      },
      { name: "agree", label: words.manualEntry.agree, type: "checkbox", required: true },
    ],
  });
  const amounts = form({
    institution: manual,
    url: null,
    purpose: "amounts",
    fields: [
      { name: "first", label: words.amounts.first, type: "amount" },
      { name: "second", label: words.amounts.second, type: "amount" },
    ],
  });
  const connect = (isChosen: boolean): MachineEvent => ({
    type: "item.connected",
    connection: {
      publicToken: "public-sandbox-00000000-0000-0000-0000-000000000000",
      accounts: isChosen ? ACCOUNTS : null,
      kinds: dataKinds(["auth", "transactions"], language),
      until: isChosen ? "2027-05-23T12:00:00.000Z" : null,
      manageUrl: "https://link.example/account/",
    },
  });
  const several: MachineEvent = {
    type: "session.started",
    institutions: [],
    resume_point: { at: "institution" },
    update: false,
    several: { another: words.another, last: null },
  };

  return {
    words,
    open,
    several,
    manual,
    consent,
    renewal,
    form,
    withoutFields,
    ways,
    numbers,
    amounts,
    toForm,
    toLogin,
    search,
    update,
    selection,
    connect,
    error,
    wrongCode: error("INVALID_MFA", words.wrongCode(2)),
  };
};
