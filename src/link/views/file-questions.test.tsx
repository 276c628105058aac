import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { loginForm, manualEntry, openLink, toForm } from "./open-link.fixture.tsx";

const TABLE: Challenge = {
  type: "selections",
  questions: [
    { question: "Buchungstag", options: ["Nothing", "Date"], chosen: "Date" },
    { question: "Betrag", options: ["Nothing", "Amount"], chosen: "Amount" },
  ],
  table: [["02.01.2026", "-4,14"]],
};

test("the table of a file asks once how the file reads, and again after each change", async () => {
  const { user, sent, receive } = openLink(
    ...toForm(loginForm({ institution: manualEntry, purpose: "file" })),
    { type: "credentials.submitted", credentials: {} },
    { type: "mfa.required", challenge: TABLE },
  );
  await screen.findByText("Buchungstag");
  receive({ type: "columns.read", effect: "one payment" });
  expect(screen.getByText("one payment")).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "Betrag" }), "Nothing");
  expect(screen.getByText("one payment")).toBeTruthy();
  expect(sent).toEqual([
    { type: "columns.changed", answers: ["Date", "Amount"] },
    { type: "columns.changed", answers: ["Date", "Nothing"] },
  ]);
});
