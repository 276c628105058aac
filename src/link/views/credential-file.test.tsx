import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { loginForm, manualEntry, openLink, toForm } from "./open-link.fixture.tsx";

const BANK = { name: "bank", label: "Bank’s name", type: "text" } as const;
const FILE = { name: "file", label: "File from your bank", type: "file" } as const;

test("the name of a bank shows where its site has the file, and the format to take", async () => {
  const lines = ["Lantern Bank: Accounts › Export.", "Choose CSV as the format."];
  const { user } = openLink(
    ...toForm(
      loginForm({
        ...{ institution: manualEntry, purpose: "file", fields: [BANK, FILE] },
        downloads: [
          { names: ["lan"], lines: ["No name is a part of a word."] },
          { names: ["lantern", "the lantern"], lines },
        ],
      }),
    ),
  );
  const field = screen.getByRole("textbox", { name: BANK.label });
  expect(screen.queryByText(/Choose CSV/)).toBeNull();
  await user.type(field, "My LANTERN-Bank (Leeds)");
  expect(screen.getByText(/Choose CSV/).textContent).toBe(lines.join("\n"));
  await user.clear(field);
  expect(screen.queryByText(/Choose CSV/)).toBeNull();
});
