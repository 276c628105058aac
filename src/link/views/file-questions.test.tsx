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

const TEXTS = {
  ...{ title: "", lead: "", note: "", sample: "", missing: "", sending: "", reading: "" },
  ...{ tooLarge: "", choose: "", drop: "", columns: "Is this right?", columnsHelp: "" },
  ...{ questions: "About your file", questionsHelp: "" },
};

const ask = (questions: Extract<Challenge, { type: "selections" }>["questions"]) =>
  openLink(
    ...toForm(loginForm({ institution: manualEntry, purpose: "file", texts: TEXTS })),
    { type: "credentials.submitted", credentials: {} },
    { type: "mfa.required", challenge: { type: "selections", questions } },
  );

const PAIR = {
  question: "On 2 January 4.14, is it the same?",
  options: ["Same payment", "Two payments"],
  pair: {
    title: "Is this the same payment?",
    rows: [
      { label: "Earlier file", name: "Tea", amount: "4.14", day: "2 January" },
      { label: "This file", name: "Tea shop", amount: "4.14", day: "2 January" },
    ] as [Row, Row],
    why: "",
  },
};
type Row = { label: string; name: string; amount: string; day: string };

test.each([
  [
    "one question",
    [{ question: "Which account is it?", options: ["A", "B"] }],
    "Which account is it?",
  ],
  ["pairs of payments", [PAIR, PAIR], "Is this the same payment?"],
  [
    "several questions",
    [
      { question: "Which account is it?", options: ["A", "B"] },
      { question: "In which year?", options: ["2026"] },
    ],
    "About your file",
  ],
  [
    "a statement",
    [{ question: "12 rows are alike. Are they?", options: ["Yes"] }],
    "About your file",
  ],
])("the title of %s", async (_, questions, title) => {
  ask(questions);
  await screen.findByRole("heading", { level: 1, name: title });
  expect(screen.getAllByRole("radiogroup")).toHaveLength(questions.length);
  expect(screen.getAllByRole("radiogroup", { name: questions[0]?.question ?? "" })).not.toEqual([]);
  expect(screen.queryAllByText(title, { selector: ".question" })).toEqual([]);
});

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
