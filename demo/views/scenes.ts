import { ERROR_WORDS } from "../../src/i18n/errors.ts";
import { FORM_WORDS } from "../../src/i18n/forms.ts";
import type { MachineEvent } from "../../src/link/machine/machine-event.ts";
import { type ErrorCode, linkError } from "../../src/protocol/errors.ts";
import type { InstitutionRow } from "../../src/protocol/institution.ts";
import type { LoginForm } from "../../src/protocol/login-form.ts";
import type { Selection } from "../../src/protocol/selection.ts";
import type { Language } from "../../src/protocol/vocabulary.ts";
import { challengeScenes } from "./challenge-scenes.ts";
import { fileScenes } from "./file-scenes.ts";
import { ACCOUNTS, BANKS, bankAt, MANY_ACCOUNTS } from "./samples.ts";

/** A view in one state: the events that lead there, through Link's machine. */
export type Scene = { id: string; title: string; events: MachineEvent[] };

/** Returns the scenes of Link, in the order in which a user meets them; the institution's texts are in a language. */
export const scenesIn = (language: Language): Scene[] => {
  const isFrench = language === "fr";
  const words = FORM_WORDS[language];
  const error = (code: ErrorCode): MachineEvent => ({
    type: "bridge.refused",
    error: linkError(code, { display: ERROR_WORDS[language]?.[code] }),
    trace: { at: Date.parse("2026-11-23T14:05:00Z"), requestId: "aB3dE6gH9jK2mN5" },
  });
  const form = (changes: Partial<LoginForm> = {}): LoginForm => ({
    institution: bankAt(0),
    url: "https://lanternfield.example",
    health: "HEALTHY",
    purpose: "login",
    fields: [
      { name: "username", label: isFrench ? "Identifiant" : "User ID", type: "text" },
      { name: "password", label: isFrench ? "Mot de passe" : "Password", type: "password" },
    ],
    consent: null,
    ...changes,
  });
  const consent = {
    version: "2026-11",
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
      kinds: isFrench
        ? ["Comptes et soldes", "Opérations", "Coordonnées bancaires"]
        : ["Accounts and balances", "Transactions", "Account numbers"],
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

  const scene = (id: string, title: string, events: MachineEvent[]): Scene => ({
    id,
    title,
    events,
  });
  return [
    scene("start", "The session starts", [{ type: "link.opened", institutions: null }]),
    scene("list", "Institutions", [open]),
    scene("trust", "The trust facts before the list", [open, { type: "trust.asked" }]),
    scene("troubles", "Institutions with problems", [
      {
        type: "link.opened",
        institutions: [
          { ...bankAt(0), trouble: "DEGRADED" },
          { ...bankAt(1), trouble: "DOWN" },
          { ...bankAt(2), trouble: "UNSUPPORTED" },
          bankAt(3),
          manual,
        ],
      },
    ]),
    scene("search", "A search", search("b", [bankAt(2), bankAt(7), bankAt(6)])),
    scene("nothing-found", "A search without results", search("zzz", [])),
    scene("offline", "The network is lost", [open, { type: "network.lost" }]),
    scene("opening", "The form is requested", toForm().slice(0, 2)),
    scene("consent", "Consent", toForm(form({ consent }))),
    scene("agreed", "The consent is recorded", [
      ...toForm(form({ consent })),
      { type: "consent.given" },
    ]),
    scene("sign-in", "Sign-in", toForm()),
    scene("sign-in-slow", "Sign-in at a slow institution", toForm(form({ health: "DEGRADED" }))),
    scene("wrong-password", "Wrong password", [...toLogin(), error("INVALID_CREDENTIALS")]),
    scene("signing-in", "Signing in", toLogin()),
    scene("oauth", "Sign-in at the institution's site", toForm(withoutFields)),
    scene("oauth-waiting", "Waiting for the institution's site", [
      ...toForm(withoutFields),
      { type: "oauth.opened" },
    ]),
    scene("oauth-refused", "Access was refused there", [
      ...toForm(withoutFields),
      { type: "oauth.opened" },
      error("ACCESS_NOT_GRANTED"),
    ]),
    scene("approval", "Approval in the institution's app", [
      ...toForm(form({ fields: [{ name: "user", label: words.approval.user, type: "text" }] })),
      { type: "credentials.submitted", credentials: { user: "ann" } },
      {
        type: "approval.required",
        approval: {
          code: "K7-42",
          title: words.approval.title("Lanternfield"),
          help: words.approval.help,
          later: words.approval.later,
        },
      },
    ]),
    ...challengeScenes(language, toLogin(), error("INVALID_MFA")),
    scene("captcha", "A captcha", [...toLogin(), error("RECAPTCHA_REQUIRED")]),
    scene("solving", "The captcha is being solved", [
      ...toLogin(),
      error("RECAPTCHA_REQUIRED"),
      { type: "captcha.started" },
    ]),
    scene("accounts", "Accounts", [...toLogin(), selection({ chosen: ["checking"] })]),
    scene("accounts-unavailable", "Accounts that cannot be used", [
      ...toLogin(),
      selection({
        accounts: ACCOUNTS.slice(0, 1),
        unavailable: ACCOUNTS.slice(1).map((account) => ({
          ...account,
          missing_product: "auth" as const,
        })),
      }),
    ]),
    scene("accounts-unavailable-many", "More accounts that cannot be used", [
      ...toLogin(),
      selection({
        accounts: ACCOUNTS,
        unavailable: MANY_ACCOUNTS.slice(0, 9).map((account, at) => ({
          ...account,
          missing_product: at < 7 ? ("transactions" as const) : ("income" as const),
        })),
      }),
    ]),
    scene("accounts-one", "One account", [
      ...toLogin(),
      selection({ mode: "one", chosen: ["savings"] }),
    ]),
    scene("accounts-many", "Many accounts", [
      ...toLogin(),
      selection({ accounts: MANY_ACCOUNTS, chosen: ["account-2", "account-3", "account-5"] }),
    ]),
    scene("accounts-known", "A login that is connected already", [
      ...toLogin(),
      selection({
        existing: {
          since: "2026-03-02T10:00:00.000Z",
          text: words.existing,
          renew: words.renew,
        },
      }),
    ]),
    scene("reading-accounts", "Reading the accounts", [
      ...toLogin(),
      selection({ chosen: ["checking"] }),
      { type: "accounts.submitted" },
    ]),
    scene("connected", "Connected", [...toLogin(), connect(true)]),
    scene("connected-several", "Connected, and another one may follow", [
      open,
      several,
      ...toLogin().slice(1),
      connect(true),
    ]),
    scene("connected-plain", "Connected, without a choice", [...toLogin(), connect(false)]),
    scene("error-retry", "An error: try again", [
      ...toLogin(),
      error("INSTITUTION_NOT_RESPONDING"),
    ]),
    scene("error-locked", "An error: the user can help", [...toLogin(), error("ITEM_LOCKED")]),
    scene("error-list", "An error: another institution", [
      ...toLogin(),
      error("INSTITUTION_NO_LONGER_SUPPORTED"),
    ]),
    scene("error-leave", "An error: the end", [...toLogin(), error("INVALID_LINK_SESSION")]),
    scene("update", "Update mode", update(form({ renewal }))),
    scene(
      "update-oauth",
      "Update mode at the institution's site",
      update({ ...withoutFields, renewal: { ...renewal, ended: false } }),
    ),
    ...fileScenes(language, toForm),
    scene("numbers", "Account numbers by hand", toForm(numbers)),
    ...(["Lanternfield", null] as const).map((name) =>
      scene(
        `numbers-${name ? "named" : "unknown"}`,
        `The bank of a number is ${name ?? "unknown"}`,
        [
          ...toForm(numbers),
          { type: "number.typed", number: "021000021", isWrong: false },
          { type: "bank.named", number: "021000021", name },
        ],
      ),
    ),
    scene("numbers-wrong", "A wrong routing number", [
      ...toForm(numbers),
      { type: "number.typed", number: "021000022", isWrong: true },
    ]),
    scene("amounts", "The amounts that arrived", update(amounts)),
    scene("exit", "Leaving", [...toForm(), { type: "exit.requested" }]),
  ];
};
