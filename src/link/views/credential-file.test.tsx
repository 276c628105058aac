import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { loginForm, manualEntry, openLink, toForm } from "./open-link.fixture.tsx";

const BANK = { name: "bank", label: "Bank’s name", type: "text" } as const;
const FILE = { name: "file", label: "File from your bank", type: "file" } as const;

const FILE_TEXTS = {
  ...{ title: "", lead: "", note: "", sample: "", missing: "", tooLarge: "", choose: "", drop: "" },
  ...{ columns: "", columnsHelp: "", questions: "", questionsHelp: "" },
  ...{ sending: "Sending your file", reading: "Reading your file" },
};

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

test("the share of the file that is sent, and then read, is shown beneath the wait", () => {
  const form = loginForm({
    ...{ institution: manualEntry, purpose: "file", fields: [BANK, FILE] },
    texts: FILE_TEXTS,
  });
  const { receive } = openLink(...toForm(form), {
    type: "credentials.submitted",
    credentials: { bank: "Lantern Bank", file: "" },
  });
  const bar = () => screen.getByRole("progressbar");
  const facts = () => [bar().textContent, bar().getAttribute("aria-valuenow")];
  expect(screen.queryByRole("progressbar")).toBeNull();
  receive({ type: "upload.progressed", progress: { at: "sending", share: 0.256 } });
  expect(facts()).toEqual(["Sending your file · 25\u00a0%", "25"]);
  receive({ type: "upload.progressed", progress: { at: "reading", share: null } });
  expect(facts()).toEqual(["Reading your file", null]);
});
