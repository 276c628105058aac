import { describe, expect, test } from "vitest";
import { allMoves } from "./all-moves.ts";
import { exitRows } from "./exits.fixture.ts";
import { firstRows } from "./first-moves.fixture.ts";
import { firstMoves } from "./first-moves.ts";
import { formRows } from "./form-moves.fixture.ts";
import { exitMove, type MoveRow } from "./moves.fixture.ts";
import { oauthRows } from "./oauth-moves.fixture.ts";
import { refusalRows } from "./refusals.fixture.ts";
import { closedState, loadingInstitution } from "./states.fixture.ts";
import { transition } from "./transition.ts";

const rows = [...firstRows, ...formRows, ...oauthRows, ...refusalRows, ...exitRows];

describe.each([
  ["until an institution is selected", firstRows],
  ["from its form to the connection", formRows],
  ["to an institution and back", oauthRows],
  ["after a refusal", refusalRows],
  ["out of Link", exitRows],
])("a move %s leads to exactly this state and these effects", (_, some) => {
  test.each(some.map((row) => [`${row[0].name}: ${row[1].type}`, ...row] as const))(
    "%s",
    (_, state, event, move) => expect(transition(allMoves, state, event)).toEqual(move),
  );
});

/** The name of the row whose cell is for a state and an event, if one is. */
const cellOf = (state: MoveRow[0], { type }: MoveRow[1]): string | undefined => {
  const { name } = state;
  const places = name === "CLOSED" ? ([name] as const) : ([name, "ANY"] as const);
  const place = places.find((place) => allMoves[place] && type in allMoves[place]);
  return place && `${place}: ${type}`;
};

test("every cell of the table is tested", () => {
  const cells = Object.entries(allMoves).flatMap(([name, row]) =>
    Object.keys(row).map((type) => `${name}: ${type}`),
  );
  const elsewhere = ["ANY: network.lost", "ANY: network.back"];
  const cellsWithRows = new Set([
    ...rows.map(([state, event]) => cellOf(state, event)),
    ...elsewhere,
  ]);
  expect(cells.filter((cell) => !cellsWithRows.has(cell))).toEqual([]);
});

test("what has no cell changes nothing and does nothing", () => {
  for (const [state] of rows)
    for (const [, event] of rows)
      if (!cellOf(state, event)) expect(transition(allMoves, state, event)).toEqual([state]);
});

test("until the lazy moves are here, a user who waits can leave at once", () => {
  for (const type of ["exit.requested", "exit.forced"] as const)
    expect(transition(firstMoves, loadingInstitution, { type })).toEqual(exitMove(null));
});

test("the network goes and comes back in every view, and nothing else changes", () => {
  for (const [state] of rows) {
    if (state.name === "CLOSED") continue;
    const [offline, ...effects] = transition(allMoves, state, { type: "network.lost" });
    expect([offline, effects]).toEqual([{ ...state, offline: true }, []]);
    const back = transition(allMoves, offline, { type: "network.back" });
    expect(back).toEqual([{ ...state, offline: false }]);
  }
  expect(transition(allMoves, closedState, { type: "network.lost" })).toEqual([closedState]);
});
