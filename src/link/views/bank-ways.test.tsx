import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
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

test("a bank with several ways asks for one of them, and leads back to the list", async () => {
  const way = (institution_id: string, label: string) => ({
    ...{ ...acorn, institution_id, label },
    way: true as const,
  });
  const own = way("ins_1", "Sign in at Acorn Bank");
  const token = way("ins_2", "Paste a token of Acorn Bank");
  const form: LoginForm = {
    ...{ institution: acorn, url: null, health: "HEALTHY", purpose: "login" },
    ...{ fields: [], consent: null, ways: [own, token] },
  };
  const { user, sent } = openLink(
    { type: "link.opened", institutions: [acorn, file] },
    { type: "institution.selected", institution: acorn },
    { type: "form.loaded", form },
  );
  screen.getByRole("heading", { level: 1, name: "How do you want to connect Acorn Bank?" });
  const rows = screen.getAllByRole("button").filter(({ className }) => className === "row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([own.label, token.label]);
  expect(screen.queryByRole("button", { name: "Leave" })).toBeNull();
  await user.click(screen.getByRole("button", { name: token.label }));
  expect(sent.at(-1)).toEqual({ type: "institution.selected", institution: token });
});
