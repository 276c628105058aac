import { describe, expect, test } from "vitest";
import { eagerTransitions } from "./eager-transitions.ts";
import { firstRows } from "./fixtures/eager-transitions.fixture.ts";
import { exitRows } from "./fixtures/exits.fixture.ts";
import { formRows } from "./fixtures/form-transitions.fixture.ts";
import { multiItemRows } from "./fixtures/multi-item.fixture.ts";
import { oauthRows } from "./fixtures/oauth-transitions.fixture.ts";
import { refusalRows } from "./fixtures/refusals.fixture.ts";
import { closedState, loadingInstitution } from "./fixtures/states.fixture.ts";
import { exitTransition, type TransitionRow } from "./fixtures/transitions.fixture.ts";
import { transition } from "./transition.ts";
import { transitionTable } from "./transition-table.ts";

const rows = [
  ...firstRows,
  ...formRows,
  ...oauthRows,
  ...refusalRows,
  ...exitRows,
  ...multiItemRows,
];

describe.each([
  ["until an institution is selected", firstRows],
  ["from its form to the connection", formRows],
  ["to an institution's site and its callback", oauthRows],
  ["after a refusal", refusalRows],
  ["out of Link", exitRows],
  ["among several Items", multiItemRows],
])("a transition %s leads to exactly this state and these effects", (_, some) => {
  test.each(some.map((row) => [`${row[0].name}: ${row[1].type}`, ...row] as const))(
    "%s",
    (_, state, event, move) => expect(transition(transitionTable, state, event)).toEqual(move),
  );
});

/** The name of the row with the cell of a state and an event, if any. */
const findCell = (state: TransitionRow[0], { type }: TransitionRow[1]): string | undefined => {
  const { name } = state;
  const places = name === "CLOSED" ? ([name] as const) : ([name, "ANY"] as const);
  const place = places.find((place) => transitionTable[place] && type in transitionTable[place]);
  return place && `${place}: ${type}`;
};

test("every cell of the table is tested", () => {
  const cells = Object.entries(transitionTable).flatMap(([name, row]) =>
    Object.keys(row).map((type) => `${name}: ${type}`),
  );
  const elsewhere = ["ANY: network.lost", "ANY: network.back"];
  const cellsWithRows = new Set([
    ...rows.map(([state, event]) => findCell(state, event)),
    ...elsewhere,
  ]);
  expect(cells.filter((cell) => !cellsWithRows.has(cell))).toEqual([]);
});

test("a pair without a cell changes nothing and has no effects", () => {
  for (const [state] of rows)
    for (const [, event] of rows)
      if (!findCell(state, event))
        expect(transition(transitionTable, state, event)).toEqual([state]);
});

test("before the lazy transitions are loaded, a waiting user can leave at once", () => {
  for (const type of ["exit.requested", "exit.forced"] as const)
    expect(transition(eagerTransitions, loadingInstitution, { type })).toEqual(
      exitTransition(null),
    );
});

test("in every view the network can go down and up again, which changes nothing else", () => {
  for (const [state] of rows) {
    if (state.name === "CLOSED") continue;
    const [offline, ...effects] = transition(transitionTable, state, { type: "network.lost" });
    expect([offline, effects]).toEqual([{ ...state, offline: true }, []]);
    const back = transition(transitionTable, offline, { type: "network.back" });
    expect(back).toEqual([{ ...state, offline: false }]);
  }
  expect(transition(transitionTable, closedState, { type: "network.lost" })).toEqual([closedState]);
});
