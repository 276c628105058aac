import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { InstitutionRow } from "../../protocol/institution.ts";
import { acorn, openLink } from "./open-link.fixture.tsx";

const file: InstitutionRow = {
  institution_id: "ins_909999",
  name: "Upload a file",
  mark: "sheet",
  color: "#44546a",
};

test("the last row leads to the ways that are left, and back to the list", async () => {
  const { user, sent } = openLink({ type: "link.opened", institutions: [acorn, file] });
  const rows = screen.getAllByRole("button").filter(({ className }) => className === "row");
  expect(rows.at(-1)?.textContent).toBe("My bank isn’t here");
  await user.click(screen.getByRole("button", { name: "My bank isn’t here" }));
  const title = screen.getByRole("heading", { level: 1, name: "My bank isn’t here" });
  expect(document.activeElement).toBe(title);
  screen.getByText(/take another way:$/);
  expect(screen.queryByRole("button", { name: "Acorn Bank" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back to the list" }));
  await user.click(screen.getByRole("button", { name: "My bank isn’t here" }));
  await user.click(screen.getByRole("button", { name: "Upload a file" }));
  expect(sent.at(-1)).toEqual({ type: "institution.selected", institution: file });
});

test("without another way, the row leads to leaving alone, as after a search without results", async () => {
  const { user, sent } = openLink(
    { type: "link.opened", institutions: [acorn] },
    { type: "search.typed", query: "zzz" },
    { type: "search.answered", query: "zzz", institutions: [] },
  );
  await user.click(screen.getByRole("button", { name: "My bank isn’t here" }));
  screen.getByText(/or leave and tell Acme\.$/);
  expect(screen.queryByRole("list")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(sent.at(-1)).toEqual({ type: "exit.requested" });
});

test("while a search goes on, there is no such row", () => {
  openLink({ type: "link.opened", institutions: [acorn] }, { type: "search.typed", query: "a" });
  expect(screen.queryByRole("button", { name: "My bank isn’t here" })).toBeNull();
});
