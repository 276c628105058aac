import { fireEvent, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { acorn, birch, manualEntry, openLink, trust } from "./open-link.fixture.tsx";

const readText = ({ textContent }: HTMLElement) => textContent;
const openEvent: MachineEvent = { type: "link.opened", institutions: [acorn, birch] };

test("the popular institutions are listed under a title that names the application", () => {
  openLink(openEvent);
  const title = screen.getByRole("heading", { level: 1, name: "Select your institution" });
  expect(document.activeElement).toBe(title);
  screen.getByText("Popular");
  expect(names()).toEqual(["Acorn Bank", "Birch Credit Union Having trouble"]);
});

test.each([
  ["DOWN", "Acorn Bank Down"],
  ["UNSUPPORTED", "Acorn Bank No longer available"],
] as const)("an institution that is %s says so in its row", (trouble, name) => {
  openLink({ type: "link.opened", institutions: [{ ...acorn, trouble }] });
  screen.getByRole("button", { name });
});

test("the trust facts are one line above the list, which opens, and a search folds it", async () => {
  const { user } = openLink(openEvent);
  const panel = () => screen.getByRole("group");
  const definitions = within(panel()).getAllByRole("definition");
  expect(within(panel()).getAllByRole("term").map(readText)).toEqual(trust.map(({ term }) => term));
  expect(definitions.map(readText)).toEqual(trust.map(({ text }) => text));
  expect(panel()).toHaveProperty("open", false);
  const line = screen.getByTestId("trust");
  expect(line.textContent).toBe("Acme only sees the accounts you choose. Details");
  await user.click(line);
  expect(panel()).toHaveProperty("open", true);
  await user.type(search(), "b");
  expect(panel()).toHaveProperty("open", false);
});

test("a click on an institution selects it", async () => {
  const { user, sent } = openLink(openEvent);
  await user.click(screen.getByRole("button", { name: "Acorn Bank" }));
  expect(sent).toEqual([{ type: "institution.selected", institution: acorn }]);
});

test("the second half of a double click on the page's own button selects nothing", () => {
  const { sent } = openLink(openEvent);
  const row = screen.getByRole("button", { name: "Acorn Bank" });
  fireEvent.click(row, { detail: 2 });
  expect(sent).toEqual([]);
});

test("until the search returns, the listed institutions are filtered and it says so", async () => {
  const { user, sent } = openLink(openEvent);
  await user.type(search(), "bi");
  expect(sent.at(-1)).toEqual({ type: "search.typed", query: "bi" });
  screen.getByText("Searching…");
  expect(names()).toEqual(["Birch Credit Union Having trouble"]);
});

test("results are counted without the entry for manual numbers", () => {
  openLink(...searchEvents("b", [birch, manualEntry]));
  screen.getByText("1 institution");
  expect(names()).toEqual(["Birch Credit Union Having trouble", "Enter numbers by hand"]);
});

test("several results are counted in the plural", () => {
  openLink(...searchEvents("b", [birch, acorn]));
  screen.getByText("2 institutions");
});

test("a search that finds nothing says so", () => {
  openLink(...searchEvents("zzz", []));
  screen.getByText("No institution found");
  expect(names()).toEqual([]);
});

test("a search that finds only another way says that it is one", () => {
  openLink(...searchEvents("zzz", [manualEntry]));
  screen.getByText("Not listed? You can:");
  expect(screen.queryByText("No institution found")).toBeNull();
  expect(names()).toEqual(["Enter numbers by hand"]);
});

test("a search that failed says so", () => {
  openLink(
    openEvent,
    { type: "search.typed", query: "zzz" },
    { type: "bridge.refused", error: linkError("INTERNAL_SERVER_ERROR") },
  );
  screen.getByText("The search did not work");
});

test("Enter in the search selects its first result", async () => {
  const { user, sent } = openLink(...searchEvents("b", [birch, acorn]));
  await user.type(search(), "{Enter}");
  expect(sent).toEqual([{ type: "institution.selected", institution: birch }]);
});

test("Enter selects nothing before something is typed", async () => {
  const { user, sent } = openLink(openEvent);
  await user.type(search(), "{Enter}");
  expect(sent).toEqual([]);
});

test("the arrow keys walk from the search through its results and back", async () => {
  const { user } = openLink(openEvent);
  await user.click(search());
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Acorn Bank");
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Birch Credit Union Having trouble");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("My bank isn’t here");
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(search());
});

test("a character typed on a result goes to the search", async () => {
  const { user, sent } = openLink(openEvent);
  screen.getByRole("button", { name: "Acorn Bank" }).focus();
  await user.keyboard("b");
  expect(document.activeElement).toBe(search());
  expect(sent).toEqual([{ type: "search.typed", query: "b" }]);
});

test("Escape clears the search", async () => {
  const { user, sent } = openLink(...searchEvents("b", [birch]));
  await user.type(search(), "{Escape}");
  expect(sent).toEqual([{ type: "search.typed", query: "" }]);
  expect(search().value).toBe("");
});

test("the button in the search clears it and leaves the focus in it", async () => {
  const { user, sent } = openLink(...searchEvents("b", [birch]));
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(sent).toEqual([{ type: "search.typed", query: "" }]);
  expect(document.activeElement).toBe(search());
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});

const searchEvents = (query: string, institutions: InstitutionRow[]): MachineEvent[] => [
  openEvent,
  { type: "search.typed", query },
  { type: "search.answered", query, institutions },
];

const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search by name" });

const names = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
