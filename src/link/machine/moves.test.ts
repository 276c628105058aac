import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Challenge, OfferedAccount, ResumePoint, Selection } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import { allMoves } from "./all-moves.ts";
import type { Effect } from "./effect.ts";
import { firstMoves } from "./first-moves.ts";
import type { Happening } from "./happening.ts";
import { type Move, transition as transitionBy } from "./move.ts";
import { stateDiagram } from "./state-diagram.fixture.ts";
import type { LoginForm, Memory, Shown, State } from "./states.ts";

const transition = (state: State, happening: Happening): Move =>
  transitionBy(allMoves, state, happening);

const bank: InstitutionRow = {
  institution_id: "ins_1",
  name: "One",
  mark: "arch",
  color: "#123456",
};
const other: InstitutionRow = { ...bank, institution_id: "ins_2", name: "Two" };
const form: LoginForm = {
  institution: bank,
  url: null,
  health: "HEALTHY",
  purpose: "login",
  fields: [{ name: "username", label: "User", type: "text" }],
  consent: null,
};
const offer: NonNullable<LoginForm["consent"]> = {
  version: "2026-11",
  scope: ["auth"],
  days: 180,
  terms_url: "/legal/terms",
  privacy_url: "/legal/privacy",
};
const asked: LoginForm = { ...form, consent: offer };
const account = (id: string): OfferedAccount => ({
  id,
  name: "Checking",
  mask: "0000",
  type: "depository",
  subtype: "checking",
  balance: null,
});
const connection = { publicToken: "public-sandbox-x", accounts: [], manageUrl: null };
const error = (code: LinkError["error_code"], type: LinkError["error_type"]): LinkError => ({
  error_type: type,
  error_code: code,
  error_message: "why",
  display_message: null,
});
const badCredentials = error("INVALID_CREDENTIALS", "ITEM_ERROR");
const badAnswer = error("INVALID_MFA", "ITEM_ERROR");
const tooLate = error("USER_INPUT_TIMEOUT", "ITEM_ERROR");
const outage = error("LINK_UNREACHABLE", "API_ERROR");
const hiccup = error("INTERNAL_SERVER_ERROR", "API_ERROR");
const captcha = error("RECAPTCHA_REQUIRED", "RECAPTCHA_ERROR");
const badCaptcha = error("RECAPTCHA_BAD", "RECAPTCHA_ERROR");
const locked = error("ITEM_LOCKED", "ITEM_ERROR");
const noWay = error("INVALID_SEND_METHOD", "ITEM_ERROR");
const down = error("INSTITUTION_DOWN", "INSTITUTION_ERROR");
const over = error("INVALID_LINK_SESSION", "INVALID_INPUT");

const memory: Memory = {
  listed: [bank, other],
  query: "",
  lastError: null,
  update: false,
  offline: false,
};
const closed: State = { view: "CLOSED" };
const list: Shown<"SELECT_INSTITUTION"> = {
  ...memory,
  view: "SELECT_INSTITUTION",
  found: null,
  told: "",
};
const typed = { ...list, query: "tw" };
const opening: State = { ...memory, view: "LOADING", task: "institution", institution: bank };
const credential: Shown<"CREDENTIAL"> = { ...memory, view: "CREDENTIAL", form, refusal: null };
const signingIn: State = {
  ...memory,
  view: "LOADING",
  task: "credentials",
  institution: bank,
  form,
  held: { credentials: { username: "u" } },
};
const code: Challenge = { type: "code", sent_to: "•••• 6789" };
const device: Challenge = {
  type: "device",
  devices: [{ id: "d", kind: "phone", mask: "•••• 6789" }],
};
const questions: Challenge = { type: "questions", questions: ["Why?"] };
const selections: Challenge = {
  type: "selections",
  questions: [{ question: "Which?", options: ["this", "that"] }],
};
const challenged: Shown<"MFA"> = {
  ...memory,
  view: "MFA",
  form,
  challenge: code,
  refusal: null,
};
const answering: Extract<Shown<"LOADING">, { task: "mfa" }> = {
  ...memory,
  view: "LOADING",
  task: "mfa",
  institution: bank,
  form,
  challenge: code,
  held: { challenge: code, answers: ["1234"] },
};
const starting: Shown<"LOADING"> = {
  ...memory,
  listed: [],
  view: "LOADING",
  task: "start",
  institution: null,
};
const agreeing: Shown<"CONSENT"> = { ...memory, view: "CONSENT", form: asked };
const keeping: Shown<"LOADING"> = {
  ...memory,
  view: "LOADING",
  task: "consent",
  institution: bank,
  form: asked,
};
const proving: Shown<"RECAPTCHA"> = {
  ...memory,
  view: "RECAPTCHA",
  form,
  held: { credentials: { username: "u" } },
  solving: false,
  refusal: null,
};
const accounts = [account("a"), account("b")];
const selection: Selection = { mode: "several", accounts, unfit: [] };
const choosing: Shown<"SELECT_ACCOUNT"> = {
  ...memory,
  view: "SELECT_ACCOUNT",
  form,
  selection,
  chosen: ["b"],
};
const finishing: State = {
  ...memory,
  view: "LOADING",
  task: "accounts",
  institution: bank,
  form,
  selection,
  chosen: ["b"],
};
const connected: Shown<"CONNECTED"> = {
  ...memory,
  view: "CONNECTED",
  institution: bank,
  connection,
};
const failed: Shown<"ERROR"> = {
  ...memory,
  view: "ERROR",
  institution: bank,
  error: down,
  way: { to: "list" },
  url: null,
};
const again = (state: Extract<Shown<"ERROR">["way"], { to: "again" }>["state"]) => ({
  way: { to: "again" as const, state },
});
const mending = { ...memory, listed: [bank, other], update: true };
const asking: Shown<"EXIT"> = { ...memory, view: "EXIT", from: credential };

const tell = (event: Extract<Effect, { do: "tell" }>["event"]): Effect => ({ do: "tell", event });
const named = { institution_id: "ins_1", institution_name: "One" };
const identified = { institution_id: "ins_1", name: "One" };
const told = ({ error_code, error_type }: LinkError) => ({
  error_code,
  error_type,
  error_message: "why",
});
const left = (
  status: Extract<Effect, { do: "leave" }>["status"],
  institution: typeof identified | null = identified,
  last: LinkError | null = null,
): Move => [
  closed,
  tell({
    name: "EXIT",
    ...(status && { exit_status: status }),
    ...(institution && named),
    ...(last && told(last)),
  }),
  { do: "leave", error: last, institution, status },
];
const handedOff: Move = [
  closed,
  tell({ name: "HANDOFF", ...named }),
  { do: "succeed", institution: identified, connection },
];

const rows: [State, Happening, Move][] = [
  [closed, { type: "OPENED", institutions: [bank, other] }, [list, tell({ name: "OPEN" })]],
  [closed, { type: "OPENED", institutions: null }, [starting, tell({ name: "OPEN" })]],

  ...(
    [
      [{ at: "institution" }, list],
      [{ at: "form", form }, credential],
      [{ at: "form", form: asked }, agreeing],
      [{ at: "mfa", form, challenge: code }, challenged],
      [
        { at: "accounts", form, selection },
        { ...choosing, chosen: [] },
      ],
      [
        {
          at: "connected",
          institution: bank,
          connection: { public_token: "public-sandbox-x", accounts: [], manage_url: null },
        },
        connected,
      ],
    ] satisfies [ResumePoint, State][]
  ).map(([standing, next]): (typeof rows)[number] => [
    starting,
    { type: "STARTED", institutions: [bank, other], standing, update: false },
    [next],
  ]),
  [
    starting,
    {
      type: "STARTED",
      institutions: [bank, other],
      standing: { at: "form", form },
      update: true,
    },
    [{ ...credential, ...mending }],
  ],
  [
    opening,
    { type: "STARTED", institutions: [], standing: { at: "institution" }, update: false },
    [opening],
  ],
  [starting, { type: "FORCED_OUT" }, left(null, null)],
  [
    list,
    { type: "STARTED", institutions: [], standing: { at: "institution" }, update: false },
    [list],
  ],
  [
    list,
    { type: "STARTED", institutions: [], standing: { at: "form", form }, update: false },
    [credential],
  ],

  [list, { type: "TYPED", query: "tw" }, [typed, { do: "search", query: "tw" }]],
  [typed, { type: "TYPED", query: " " }, [{ ...list, query: " " }]],
  [{ ...typed, told: "tw" }, { type: "TYPED", query: "" }, [list]],
  [
    { ...typed, told: "t" },
    { type: "TYPED", query: "tw" },
    [
      { ...typed, told: "t" },
      { do: "search", query: "tw" },
    ],
  ],
  [typed, { type: "FOUND", query: "tw", institutions: [other] }, [{ ...typed, found: [other] }]],
  [typed, { type: "FOUND", query: "t", institutions: [other] }, [typed]],
  [
    typed,
    { type: "PAUSED" },
    [
      { ...typed, told: "tw" },
      tell({ name: "SEARCH_INSTITUTION", institution_search_query: "tw" }),
    ],
  ],
  [{ ...typed, told: "tw" }, { type: "PAUSED" }, [{ ...typed, told: "tw" }]],
  [
    typed,
    { type: "INSTITUTION_CHOSEN", institution: bank },
    [
      { ...opening, query: "tw" },
      tell({ name: "SEARCH_INSTITUTION", institution_search_query: "tw" }),
      tell({ name: "SELECT_INSTITUTION", ...named }),
      { do: "selectInstitution", institutionId: "ins_1" },
    ],
  ],
  [
    list,
    { type: "REFUSED", error: outage },
    [{ ...list, lastError: outage }, tell({ name: "ERROR", ...told(outage) })],
  ],
  [list, { type: "LEFT" }, left(null, null)],
  [{ ...typed, found: [] }, { type: "LEFT" }, left("institution_not_found", null)],
  [list, { type: "FORCED_OUT" }, left(null, null)],

  [opening, { type: "FORM_READY", form }, [credential]],
  [opening, { type: "FORM_READY", form: asked }, [agreeing]],
  [keeping, { type: "CONSENT_KEPT" }, [{ ...credential, form: asked }]],
  [signingIn, { type: "CONSENT_KEPT" }, [signingIn]],
  [keeping, { type: "FORCED_OUT" }, left("requires_consent")],
  [
    keeping,
    { type: "REFUSED", error: outage },
    [
      { ...failed, error: outage, lastError: outage, ...again({ ...agreeing, lastError: outage }) },
      tell({ name: "ERROR", ...told(outage), ...named }),
    ],
  ],
  [
    signingIn,
    { type: "REFUSED", error: captcha },
    [{ ...proving, lastError: captcha }, tell({ name: "ERROR", ...told(captcha), ...named })],
  ],
  [
    answering,
    { type: "REFUSED", error: badCaptcha },
    [
      {
        ...proving,
        held: { challenge: code, answers: ["1234"] },
        lastError: badCaptcha,
        refusal: badCaptcha,
      },
      tell({ name: "ERROR", ...told(badCaptcha), ...named }),
    ],
  ],
  [
    signingIn,
    { type: "REFUSED", error: locked },
    [
      {
        ...failed,
        error: locked,
        lastError: locked,
        ...again({ ...credential, lastError: locked }),
      },
      tell({ name: "ERROR", ...told(locked), ...named }),
    ],
  ],
  [
    { ...signingIn, form: { ...form, url: "https://one.example" } },
    { type: "REFUSED", error: locked },
    [
      {
        ...failed,
        error: locked,
        lastError: locked,
        url: "https://one.example",
        ...again({
          ...credential,
          lastError: locked,
          form: { ...form, url: "https://one.example" },
        }),
      },
      tell({ name: "ERROR", ...told(locked), ...named }),
    ],
  ],
  [
    signingIn,
    { type: "REFUSED", error: hiccup },
    [
      { ...failed, error: hiccup, lastError: hiccup },
      tell({ name: "ERROR", ...told(hiccup), ...named }),
    ],
  ],
  [
    answering,
    { type: "REFUSED", error: noWay },
    [
      { ...failed, error: noWay, lastError: noWay, way: { to: "leave" } },
      tell({ name: "ERROR", ...told(noWay), ...named }),
    ],
  ],
  [
    { ...signingIn, update: true },
    { type: "REFUSED", error: down },
    [
      {
        ...failed,
        update: true,
        lastError: down,
        ...again({ ...credential, update: true, lastError: down }),
      },
      tell({ name: "ERROR", ...told(down), ...named }),
    ],
  ],

  [
    agreeing,
    { type: "CONSENT_GIVEN" },
    [keeping, { do: "giveConsent", institutionId: "ins_1", version: "2026-11" }],
  ],
  [agreeing, { type: "BACK" }, [list]],
  [agreeing, { type: "LEFT" }, [{ ...memory, view: "EXIT", from: agreeing }]],
  [agreeing, { type: "FORCED_OUT" }, left("requires_consent")],

  [proving, { type: "CAPTCHA_STARTED" }, [{ ...proving, solving: true }, { do: "solveCaptcha" }]],
  [{ ...proving, solving: true }, { type: "CAPTCHA_STARTED" }, [{ ...proving, solving: true }]],
  [proving, { type: "CAPTCHA_SOLVED" }, [proving]],
  [
    { ...proving, solving: true },
    { type: "CAPTCHA_SOLVED" },
    [
      signingIn,
      { do: "submitCredentials", institutionId: "ins_1", credentials: { username: "u" } },
    ],
  ],
  [
    { ...proving, held: { challenge: code, answers: ["1234"] }, solving: true },
    { type: "CAPTCHA_SOLVED" },
    [answering, { do: "submitMfa", answers: ["1234"] }],
  ],
  [
    { ...proving, solving: true },
    { type: "REFUSED", error: badCaptcha },
    [
      { ...proving, refusal: badCaptcha, lastError: badCaptcha },
      tell({ name: "ERROR", ...told(badCaptcha), ...named }),
    ],
  ],
  [
    { ...proving, solving: true },
    { type: "REFUSED", error: noWay },
    [
      { ...failed, error: noWay, lastError: noWay, way: { to: "leave" } },
      tell({ name: "ERROR", ...told(noWay), ...named }),
    ],
  ],
  [proving, { type: "BACK" }, [credential]],
  [{ ...proving, held: { challenge: code, answers: ["1234"] } }, { type: "BACK" }, [challenged]],
  [proving, { type: "LEFT" }, [{ ...memory, view: "EXIT", from: proving }]],
  [proving, { type: "FORCED_OUT" }, left("requires_captcha")],
  [signingIn, { type: "FORM_READY", form }, [signingIn]],
  [signingIn, { type: "ACCOUNTS_OFFERED", selection }, [{ ...choosing, chosen: [] }]],
  [
    signingIn,
    { type: "ACCOUNTS_OFFERED", selection: { ...selection, accounts: [account("a")] } },
    [{ ...choosing, selection: { ...selection, accounts: [account("a")] }, chosen: ["a"] }],
  ],
  [
    signingIn,
    { type: "ACCOUNTS_OFFERED", selection: { ...selection, mode: "all" } },
    [{ ...choosing, selection: { ...selection, mode: "all" }, chosen: ["a", "b"] }],
  ],
  [opening, { type: "ACCOUNTS_OFFERED", selection }, [opening]],
  [answering, { type: "ACCOUNTS_OFFERED", selection }, [{ ...choosing, chosen: [] }]],
  [signingIn, { type: "CHALLENGED", challenge: code }, [challenged]],
  [answering, { type: "CHALLENGED", challenge: device }, [{ ...challenged, challenge: device }]],
  [opening, { type: "CHALLENGED", challenge: code }, [opening]],
  [finishing, { type: "CHALLENGED", challenge: code }, [finishing]],
  [finishing, { type: "ITEM_CONNECTED", connection }, [connected]],
  [signingIn, { type: "ITEM_CONNECTED", connection }, [connected]],
  [answering, { type: "ITEM_CONNECTED", connection }, [connected]],
  [opening, { type: "ITEM_CONNECTED", connection }, [opening]],
  [
    signingIn,
    { type: "REFUSED", error: badCredentials },
    [
      { ...credential, refusal: badCredentials, lastError: badCredentials },
      tell({ name: "ERROR", ...told(badCredentials), ...named }),
    ],
  ],
  [
    opening,
    { type: "REFUSED", error: down },
    [{ ...failed, lastError: down }, tell({ name: "ERROR", ...told(down), ...named })],
  ],
  [
    signingIn,
    { type: "REFUSED", error: outage },
    [
      {
        ...failed,
        error: outage,
        lastError: outage,
        ...again({ ...credential, lastError: outage }),
      },
      tell({ name: "ERROR", ...told(outage), ...named }),
    ],
  ],
  [
    signingIn,
    { type: "REFUSED", error: badAnswer },
    [
      { ...failed, error: badAnswer, lastError: badAnswer },
      tell({ name: "ERROR", ...told(badAnswer), ...named }),
    ],
  ],
  [
    answering,
    { type: "REFUSED", error: badAnswer },
    [
      { ...challenged, refusal: badAnswer, lastError: badAnswer },
      tell({ name: "ERROR", ...told(badAnswer), ...named }),
    ],
  ],
  ...[badCredentials, tooLate].map((again): (typeof rows)[number] => [
    answering,
    { type: "REFUSED", error: again },
    [
      { ...credential, refusal: again, lastError: again },
      tell({ name: "ERROR", ...told(again), ...named }),
    ],
  ]),
  [
    answering,
    { type: "REFUSED", error: down },
    [{ ...failed, lastError: down }, tell({ name: "ERROR", ...told(down), ...named })],
  ],
  [
    answering,
    { type: "REFUSED", error: outage },
    [
      {
        ...failed,
        error: outage,
        lastError: outage,
        ...again({ ...challenged, lastError: outage }),
      },
      tell({ name: "ERROR", ...told(outage), ...named }),
    ],
  ],
  [
    finishing,
    { type: "REFUSED", error: outage },
    [
      { ...failed, error: outage, lastError: outage, ...again({ ...choosing, lastError: outage }) },
      tell({ name: "ERROR", ...told(outage), ...named }),
    ],
  ],
  [signingIn, { type: "LEFT" }, [{ ...memory, view: "EXIT", from: signingIn }]],
  [opening, { type: "FORCED_OUT" }, left(null)],
  [signingIn, { type: "FORCED_OUT" }, left("requires_credentials")],
  [answering, { type: "FORCED_OUT" }, left("requires_code")],
  [finishing, { type: "FORCED_OUT" }, left("requires_account_selection")],

  [
    credential,
    { type: "CREDENTIALS_ENTERED", credentials: { username: "u" } },
    [
      signingIn,
      tell({ name: "SUBMIT_CREDENTIALS", ...named }),
      { do: "submitCredentials", institutionId: "ins_1", credentials: { username: "u" } },
    ],
  ],
  [credential, { type: "BACK" }, [list]],
  [
    { ...credential, query: "tw" },
    { type: "BACK" },
    [
      { ...typed, told: "tw" },
      { do: "search", query: "tw" },
    ],
  ],
  [credential, { type: "LEFT" }, [asking]],
  [
    { ...credential, lastError: badCredentials },
    { type: "FORCED_OUT" },
    left("requires_credentials", identified, badCredentials),
  ],

  [
    challenged,
    { type: "MFA_ENTERED", answers: ["1234"] },
    [
      answering,
      tell({ name: "SUBMIT_MFA", mfa_type: "code", ...named }),
      { do: "submitMfa", answers: ["1234"] },
    ],
  ],
  [challenged, { type: "BACK" }, [list]],
  [
    { ...challenged, query: "tw" },
    { type: "BACK" },
    [
      { ...typed, told: "tw" },
      { do: "search", query: "tw" },
    ],
  ],
  [challenged, { type: "LEFT" }, [{ ...memory, view: "EXIT", from: challenged }]],
  [challenged, { type: "FORCED_OUT" }, left("requires_code")],
  [{ ...challenged, challenge: device }, { type: "FORCED_OUT" }, left("choose_device")],
  [{ ...challenged, challenge: questions }, { type: "FORCED_OUT" }, left("requires_questions")],
  [{ ...challenged, challenge: selections }, { type: "FORCED_OUT" }, left("requires_selections")],

  [choosing, { type: "ACCOUNTS_MARKED", chosen: ["a"] }, [{ ...choosing, chosen: ["a"] }]],
  [choosing, { type: "ACCOUNTS_CHOSEN" }, [finishing, { do: "selectAccounts", accountIds: ["b"] }]],
  [{ ...choosing, chosen: [] }, { type: "ACCOUNTS_CHOSEN" }, [{ ...choosing, chosen: [] }]],
  [
    { ...choosing, selection: { ...selection, mode: "one" } },
    { type: "ACCOUNTS_MARKED", chosen: ["a", "b"] },
    [{ ...choosing, selection: { ...selection, mode: "one" }, chosen: ["b"] }],
  ],
  [choosing, { type: "BACK" }, [list]],
  [{ ...choosing, update: true }, { type: "BACK" }, [{ ...choosing, update: true }]],
  [choosing, { type: "LEFT" }, [{ ...memory, view: "EXIT", from: choosing }]],
  [choosing, { type: "FORCED_OUT" }, left("requires_account_selection")],

  [
    connected,
    { type: "MY_SERVICE_OPENED" },
    [connected, tell({ name: "OPEN_MY_SERVICE", ...named })],
  ],
  [connected, { type: "CONTINUED" }, handedOff],
  [connected, { type: "LEFT" }, handedOff],
  [connected, { type: "FORCED_OUT" }, handedOff],

  [failed, { type: "CONTINUED" }, [list]],
  [{ ...failed, ...again(credential) }, { type: "CONTINUED" }, [credential]],
  [{ ...failed, ...again(challenged) }, { type: "CONTINUED" }, [challenged]],
  [{ ...failed, ...again(challenged) }, { type: "LEFT" }, left("requires_code")],
  [{ ...failed, error: over, way: { to: "leave" } }, { type: "CONTINUED" }, left(null)],
  [{ ...failed, way: { to: "leave" } }, { type: "BACK" }, [{ ...failed, way: { to: "leave" } }]],
  [{ ...failed, ...again(agreeing) }, { type: "CONTINUED" }, [agreeing]],
  [failed, { type: "BACK" }, [list]],
  [failed, { type: "LEFT" }, left(null)],
  [{ ...failed, ...again(choosing) }, { type: "FORCED_OUT" }, left("requires_account_selection")],

  ...[agreeing, credential, proving, challenged, choosing, signingIn, connected].map(
    (from): (typeof rows)[number] => [{ ...asking, from }, { type: "BACK" }, [from]],
  ),
  [asking, { type: "LEFT" }, left("requires_credentials")],
  [asking, { type: "FORCED_OUT" }, left("requires_credentials")],
  [{ ...asking, from: opening }, { type: "FORM_READY", form }, [asking]],
  [{ ...asking, offline: true }, { type: "BACK" }, [{ ...credential, offline: true }]],
  [
    { ...asking, from: keeping },
    { type: "CONSENT_KEPT" },
    [{ ...asking, from: { ...credential, form: asked } }],
  ],
  [
    { ...asking, from: starting },
    {
      type: "STARTED",
      institutions: [bank, other],
      standing: { at: "form", form },
      update: false,
    },
    [asking],
  ],
  [
    { ...asking, from: { ...proving, solving: true } },
    { type: "CAPTCHA_SOLVED" },
    [
      { ...asking, from: signingIn },
      { do: "submitCredentials", institutionId: "ins_1", credentials: { username: "u" } },
    ],
  ],
  [
    { ...asking, from: { ...answering, challenge: device } },
    { type: "LEFT" },
    left("choose_device"),
  ],
  [
    { ...asking, from: signingIn },
    { type: "CHALLENGED", challenge: code },
    [{ ...asking, from: challenged }],
  ],
  [
    { ...asking, from: signingIn },
    { type: "ACCOUNTS_OFFERED", selection },
    [{ ...asking, from: { ...choosing, chosen: [] } }],
  ],
  [
    { ...asking, from: finishing },
    { type: "ITEM_CONNECTED", connection },
    [{ ...asking, from: connected }],
  ],
  [
    { ...asking, from: signingIn },
    { type: "REFUSED", error: badCredentials },
    [
      {
        ...asking,
        lastError: badCredentials,
        from: { ...credential, refusal: badCredentials, lastError: badCredentials },
      },
      tell({ name: "ERROR", ...told(badCredentials), ...named }),
    ],
  ],
  [{ ...asking, from: connected }, { type: "LEFT" }, handedOff],
];

describe("a move leads to exactly this state and these effects", () => {
  test.each(rows.map((row) => [`${row[0].view}: ${row[1].type}`, ...row] as const))(
    "%s",
    (_, state, happening, move) => expect(transition(state, happening)).toEqual(move),
  );
});

test("every row of the table is tested", () => {
  const all = Object.entries(allMoves).flatMap(([view, row]) =>
    Object.keys(row).map((type) => `${view}: ${type}`),
  );
  const tested = new Set(rows.map(([state, { type }]) => `${state.view}: ${type}`));
  expect(all.filter((row) => !tested.has(row))).toEqual([]);
});

test("what has no row changes nothing and does nothing", () => {
  for (const [state] of rows)
    for (const [, happening] of rows)
      if (!(happening.type in allMoves[state.view]))
        expect(transition(state, happening)).toEqual([state]);
});

const anything: fc.Arbitrary<Happening> = fc.constantFrom(
  ...rows.map(([, happening]) => happening),
);

test("however Link is used, it ends once and says nothing after that", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (happenings) => {
      let state: State = closed;
      let opened = 0;
      let ended = 0;
      for (const happening of happenings) {
        const [next, ...effects] = transition(state, happening);
        const names = effects.flatMap((effect) =>
          effect.do === "tell" ? [effect.event.name] : [],
        );
        if (names.includes("OPEN")) opened++;
        const ends = effects.filter((effect) => effect.do === "leave" || effect.do === "succeed");
        ended += ends.length;
        expect(ends.length > 0).toBe(state.view !== "CLOSED" && next.view === "CLOSED");
        expect(opened - ended).toBe(next.view === "CLOSED" ? 0 : 1);
        state = next;
      }
    }),
  );
});

test("credentials and answers are in no event, and in no state but while they are on their way", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (happenings) => {
      const secret = "correct-horse-battery-staple";
      let state: State = credential;
      const entered: Happening[] = [
        { type: "CREDENTIALS_ENTERED", credentials: { password: secret } },
        { type: "CHALLENGED", challenge: code },
        { type: "MFA_ENTERED", answers: [secret] },
      ];
      for (const happening of [...entered, ...happenings]) {
        const [next, ...effects] = transition(state, happening);
        const outward = effects.filter(
          (effect) => effect.do !== "submitCredentials" && effect.do !== "submitMfa",
        );
        const seen = next.view === "EXIT" ? next.from : next;
        const onTheirWay = seen.view === "LOADING" || seen.view === "RECAPTCHA";
        expect(JSON.stringify([onTheirWay || next, outward])).not.toContain(secret);
        state = next;
      }
    }),
  );
});

test("until the later moves are here, a user who waits can leave at once", () => {
  for (const type of ["LEFT", "FORCED_OUT"] as const)
    expect(transitionBy(firstMoves, opening, { type })).toEqual(left(null));
});

test("the network goes and comes back in every view, and nothing else changes", () => {
  for (const [state] of rows) {
    if (state.view === "CLOSED") continue;
    const [lost, ...nothing] = transition(state, { type: "NETWORK_LOST" });
    expect([lost, nothing]).toEqual([{ ...state, offline: true }, []]);
    expect(transition(lost, { type: "NETWORK_BACK" })).toEqual([{ ...state, offline: false }]);
  }
  expect(transition(closed, { type: "NETWORK_LOST" })).toEqual([closed]);
});

test("the state diagram shows every move", async () => {
  const seen = rows.flatMap(([state]) =>
    rows.map(([, happening]) => {
      const [next] = transition(state, happening);
      return { from: state.view, happening: happening.type, to: next.view };
    }),
  );
  await expect(stateDiagram(seen)).toMatchFileSnapshot("state-diagram.md");
});
