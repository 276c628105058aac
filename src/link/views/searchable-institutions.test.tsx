import { screen } from "@testing-library/preact";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { acorn, openLink } from "./open-link.fixture.tsx";
import { emphasis } from "./searchable-institutions.tsx";

test("a search without results gives advice, and a button clears it", async () => {
  const { user, sent } = openLink(...toSearch(), {
    type: "search.answered",
    query: "zzz",
    institutions: [],
  });
  screen.getByText("No institution found");
  screen.getByText(
    "Check the spelling or try a shorter name. Only institutions that offer what Acme asks for are listed.",
  );
  await user.click(lastButton("Clear search"));
  expect(sent).toEqual([{ type: "search.typed", query: "" }]);
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  screen.getByText("Popular");
});

test("a button repeats a failed search", async () => {
  const { user, sent } = openLink(...toSearch(), refusal("LINK_UNREACHABLE"));
  screen.getByText("The search did not work");
  screen.getByText(
    "We could not reach the service. You may be offline. Please try again in a moment.",
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(sent).toEqual([{ type: "search.typed", query: "zzz" }]);
  screen.getByText("Searching…");
});

test("when the session is over a search only offers to close Link", async () => {
  const { user, sent } = openLink(...toSearch(), refusal("INVALID_LINK_SESSION"));
  screen.getByText("This session is over. Please close this window and start again.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(lastButton("Close"));
  expect(sent).toEqual([{ type: "exit.requested" }]);
});

test("an empty search shows neither advice nor a button", () => {
  openLink({ type: "link.opened", institutions: [acorn] });
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});

const toSearch = (): MachineEvent[] => [
  { type: "link.opened", institutions: [acorn] },
  { type: "search.typed", query: "zzz" },
];

const refusal = (code: ErrorCode): MachineEvent => ({
  type: "bridge.refused",
  error: linkError(code),
});

/** The window or the field has an earlier button of the same name. */
const lastButton = (name: string): HTMLElement => {
  const button = screen.getAllByRole("button", { name }).at(-1);
  if (!button) throw new Error(`there is no button ${name}`);
  return button;
};

test("the typed part of a name is emphasized, regardless of case and accents", () => {
  expect(emphasis("evi")("Crédit Évident")).toEqual(["Crédit ", "Évi", "dent"]);
  expect(emphasis(" TARTAN ")("Tartan Bank")).toEqual(["", "Tartan", " Bank"]);
});

test("a name that was found in another way has no emphasis", () => {
  expect(emphasis("tarten")("Tartan Bank")).toEqual(["Tartan Bank", "", ""]);
  expect(emphasis("bank")("한 Bank Co")).toEqual(["한 Bank Co", "", ""]);
  expect(emphasis("")("Tartan Bank")).toEqual(["Tartan Bank", "", ""]);
});

test("the three parts are always the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (name, query) => {
      expect(emphasis(query)(name).join("")).toBe(name);
    }),
  );
});
