import type { ResumePoint } from "../../protocol/bridge.ts";
import { bankFields, emit, errorEvent, exitMove, type MoveRow } from "./moves.fixture.ts";
import {
  bank,
  closedState,
  code,
  connectedView,
  consent,
  credential,
  form,
  formWithConsent,
  list,
  loadingInstitution,
  loadingStart,
  mfa,
  otherBank,
  outage,
  search,
  selectAccount,
  selection,
  wireConnection,
} from "./states.fixture.ts";
import type { State } from "./states.ts";

const institutions = [bank, otherBank];
const atNone = { isAtBank: false };

/** Where a session may stand when it starts, and what is seen then. */
const RESUME: [ResumePoint, State][] = [
  [{ at: "institution" }, list],
  [{ at: "form", form }, credential],
  [{ at: "form", form: formWithConsent }, consent],
  [{ at: "mfa", form, challenge: code }, mfa],
  [
    { at: "accounts", form, selection },
    { ...selectAccount, accountIds: [] },
  ],
  [{ at: "connected", institution: bank, connection: wireConnection }, connectedView],
];

/** The moves from the opening to the choice of an institution. */
export const firstRows: MoveRow[] = [
  [closedState, { type: "link.opened", institutions }, [list, emit({ name: "OPEN" })]],
  [
    closedState,
    { type: "link.opened", institutions: null },
    [loadingStart, emit({ name: "OPEN" })],
  ],

  ...RESUME.map(
    ([standing, next]): MoveRow => [
      loadingStart,
      { type: "session.started", institutions, standing, update: false },
      [next],
    ],
  ),
  [
    loadingStart,
    { type: "session.started", institutions, standing: { at: "form", form }, update: true },
    [{ ...credential, update: true }],
  ],
  [
    loadingStart,
    { type: "bridge.refused", error: outage },
    [{ ...list, institutions: [], lastError: outage }, errorEvent(outage, null)],
  ],
  [loadingStart, { type: "exit.forced" }, exitMove(null, atNone)],
  [
    loadingInstitution,
    { type: "session.started", institutions, standing: { at: "institution" }, update: false },
    [loadingInstitution],
  ],
  [
    list,
    { type: "session.started", institutions, standing: { at: "institution" }, update: false },
    [list],
  ],
  [
    list,
    { type: "session.started", institutions, standing: { at: "form", form }, update: false },
    [credential],
  ],

  [list, { type: "search.typed", query: "tw" }, [search, { do: "search", query: "tw" }]],
  [search, { type: "search.typed", query: " " }, [{ ...list, query: " " }]],
  [{ ...search, reportedQuery: "tw" }, { type: "search.typed", query: "" }, [list]],
  [
    { ...search, reportedQuery: "t" },
    { type: "search.typed", query: "tw" },
    [
      { ...search, reportedQuery: "t" },
      { do: "search", query: "tw" },
    ],
  ],
  [
    search,
    { type: "search.answered", query: "tw", institutions: [otherBank] },
    [{ ...search, results: [otherBank] }],
  ],
  [search, { type: "search.answered", query: "t", institutions: [otherBank] }, [search]],
  [
    search,
    { type: "search.paused" },
    [
      { ...search, reportedQuery: "tw" },
      emit({ name: "SEARCH_INSTITUTION", institution_search_query: "tw" }),
    ],
  ],
  [
    { ...search, reportedQuery: "tw" },
    { type: "search.paused" },
    [{ ...search, reportedQuery: "tw" }],
  ],
  [
    search,
    { type: "institution.selected", institution: bank },
    [
      { ...loadingInstitution, query: "tw" },
      emit({ name: "SEARCH_INSTITUTION", institution_search_query: "tw" }),
      emit({ name: "SELECT_INSTITUTION", ...bankFields }),
      { do: "selectInstitution", institutionId: "ins_1" },
    ],
  ],
  [
    list,
    { type: "bridge.refused", error: outage },
    [{ ...list, lastError: outage }, errorEvent(outage, null)],
  ],
  [list, { type: "exit.requested" }, exitMove(null, atNone)],
  [
    { ...search, results: [] },
    { type: "exit.requested" },
    exitMove("institution_not_found", atNone),
  ],
  [list, { type: "exit.forced" }, exitMove(null, atNone)],
  [{ ...search, results: [] }, { type: "exit.forced" }, exitMove("institution_not_found", atNone)],
];
