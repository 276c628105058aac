import { render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import { en } from "../i18n/en.ts";
import type { ViewState } from "../machine/states.ts";
import { SelectInstitution } from "./select-institution.tsx";

const acorn: InstitutionRow = row("ins_1", "Acorn Bank");
const birch: InstitutionRow = { ...row("ins_2", "Birch Credit Union"), trouble: "DEGRADED" };
const later: InstitutionRow = { ...row("ins_3", "By hand"), label: "Enter numbers by hand" };

test("the popular institutions are listed under a title, with who asks", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Select your institution");
  screen.getByText("Acme only sees the accounts you choose.");
  expect(screen.getByRole("status").textContent).toBe("Popular");
  expect(names()).toEqual(["Acorn Bank", "Birch Credit Union Having trouble"]);
});

test("a click on an institution chooses it", async () => {
  const { user, sent } = open();
  await user.click(screen.getByRole("button", { name: "Acorn Bank" }));
  expect(sent).toEqual([{ type: "institution.selected", institution: acorn }]);
});

test("what is typed is searched for", async () => {
  const { user, sent } = open();
  await user.type(screen.getByRole("searchbox", { name: "Search by name" }), "b");
  expect(sent).toEqual([{ type: "search.typed", query: "b" }]);
});

test("until the search has answered, the listed institutions are sifted and it says so", () => {
  open({ query: "birch" });
  expect(screen.getByRole("status").textContent).toBe("Searching…");
  expect(names()).toEqual(["Birch Credit Union Having trouble"]);
});

test("what the search found is counted, a way to go on without an institution is not", () => {
  open({ query: "b", results: [birch, later] });
  expect(screen.getByRole("status").textContent).toBe("1 institution");
  expect(names()).toEqual(["Birch Credit Union Having trouble", "Enter numbers by hand"]);
});

test("a search that finds nothing says so", () => {
  open({ query: "zzz", results: [] });
  expect(screen.getByRole("status").textContent).toBe("No institution found");
  expect(names()).toEqual([]);
});

test("a search that failed says so", () => {
  open({ query: "zzz", lastError: linkError("INTERNAL_SERVER_ERROR") });
  expect(screen.getByRole("status").textContent).toBe("The search did not work");
});

test("Enter in the search chooses its first result", async () => {
  const { user, sent } = open({ query: "b", results: [birch] });
  await user.type(screen.getByRole("searchbox"), "{Enter}");
  expect(sent).toEqual([{ type: "institution.selected", institution: birch }]);
});

test("Enter chooses nothing before something is typed", async () => {
  const { user, sent } = open();
  await user.type(screen.getByRole("searchbox"), "{Enter}");
  expect(sent).toEqual([]);
});

test("the arrow keys walk from the search through its results and back", async () => {
  const { user } = open();
  const search = screen.getByRole("searchbox");
  await user.click(search);
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("Acorn Bank");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("Birch Credit Union Having trouble");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(search);
});

test("a letter typed on a result goes to the search", async () => {
  const { user } = open();
  screen.getByRole("button", { name: "Acorn Bank" }).focus();
  await user.keyboard("b");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

test("Escape clears the search", async () => {
  const { user, sent } = open({ query: "b" });
  await user.type(screen.getByRole("searchbox"), "{Escape}");
  expect(sent).toEqual([{ type: "search.typed", query: "" }]);
});

test("the button beside the search clears it and leaves the focus in it", async () => {
  const { user, sent } = open({ query: "b" });
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(sent).toEqual([{ type: "search.typed", query: "" }]);
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

test("there is nothing to clear in an empty search", () => {
  open();
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});

/** Draws the view as it is in a state, and says what it sends. */
function open(state: Partial<ViewState<"SELECT_INSTITUTION">> = {}) {
  const sent: unknown[] = [];
  render(
    <SelectInstitution
      state={{
        name: "SELECT_INSTITUTION",
        institutions: [acorn, birch],
        query: "",
        lastError: null,
        update: false,
        offline: false,
        results: null,
        reportedQuery: "",
        ...state,
      }}
      send={(happening) => sent.push(happening)}
      text={en}
      clientName="Acme"
    />,
  );
  return { user: userEvent.setup(), sent };
}

function row(institution_id: string, name: string): InstitutionRow {
  return { institution_id, name, mark: "arch", color: "#112233" };
}

const names = (): (string | null)[] =>
  screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

const focused = (): string | null | undefined => document.activeElement?.textContent;
