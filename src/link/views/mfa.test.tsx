import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors.ts";
import type { Challenge } from "../../protocol/login-form.ts";
import { openLink, toLogin } from "./open-link.fixture.tsx";

const device: Challenge = {
  type: "device",
  devices: [
    { id: "device-1", kind: "phone", mask: "•••• 6789" },
    { id: "device-2", kind: "email", mask: "a•••@b.example" },
  ],
};
const code: Challenge = { type: "code", sent_to: "•••• 6789" };
const questions: Challenge = { type: "questions", questions: ["First pet?", "First car?"] };
const selections: Challenge = {
  type: "selections",
  questions: [
    { question: "Which street?", options: ["Elm", "Oak"] },
    { question: "Which town?", options: ["Ash", "Fir"] },
  ],
};

test("a click on a device submits it, and there is no other button", async () => {
  const { user, sent } = openChallenge(device);
  screen.getByRole("heading", { level: 1, name: "Where should your code go?" });
  screen.getByText("Acorn Bank wants to be sure that it is you.");
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Email a…@b.example" }));
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["device-2"] }]);
});

test("the bullets of a device's mask are not read out", () => {
  openChallenge(device);
  screen.getByRole("button", { name: "Phone … 6789" });
});

test("a code is submitted without its blanks, and the browser may fill it in", async () => {
  const { user, sent } = openChallenge(code);
  screen.getByRole("heading", { level: 1, name: "Enter your code" });
  screen.getByText("It was sent to •••• 6789.");
  expect(document.activeElement).toBe(field("Code"));
  expect(field("Code").autocomplete).toBe("one-time-code");
  await user.keyboard("12 34{Enter}");
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["1234"] }]);
});

test("a code without a device is described as the institution's one-time code", () => {
  openChallenge({ type: "code", sent_to: null });
  screen.getByText("Acorn Bank asks for your one-time code.");
});

test("an empty code field says so", async () => {
  const { user, sent } = openChallenge(code);
  await user.click(submit());
  screen.getByRole("textbox", { name: "Code", description: "Enter your code" });
  expect(sent).toEqual([]);
});

test("a refused code stays and is selected, so that typing replaces it", async () => {
  const { user, receive } = openChallenge(code);
  await user.keyboard("1234{Enter}");
  receive({ type: "bridge.refused", error: linkError("INVALID_MFA") });
  const text = "That answer did not match. Please check it.";
  expect(screen.getByRole("alert").textContent).toBe(text);
  screen.getByRole("textbox", { name: "Code", description: text });
  expect(field("Code").value).toBe("1234");
  expect(document.activeElement).toBe(field("Code"));
  expect([field("Code").selectionStart, field("Code").selectionEnd]).toEqual([0, 4]);
});

test("questions are answered in their order, without the blanks around an answer", async () => {
  const { user, sent } = openChallenge(questions);
  screen.getByRole("heading", { level: 1, name: "Answer some questions" });
  await user.keyboard(" Rex ");
  await user.tab();
  await user.keyboard("Beetle{Enter}");
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["Rex", "Beetle"] }]);
});

test("one question is announced as one", () => {
  openChallenge({ type: "questions", questions: ["First pet?"] });
  screen.getByRole("heading", { level: 1, name: "Answer a question" });
});

test("a question without an answer says so", async () => {
  const { user, sent } = openChallenge(questions);
  await user.type(field("First pet?"), "Rex{Enter}");
  const description = "Please answer this question.";
  screen.getByRole("textbox", { name: "First car?", description });
  expect(sent).toEqual([]);
});

test("options are chosen for each question, and submitted in the questions' order", async () => {
  const { user, sent } = openChallenge(selections);
  await user.click(inGroup("Which town?").getByRole("radio", { name: "Ash" }));
  await user.click(inGroup("Which street?").getByRole("radio", { name: "Elm" }));
  await user.keyboard("{ArrowDown}");
  await user.click(submit());
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["Oak", "Ash"] }]);
});

test("a question without a choice says so as a group, until one is made", async () => {
  const { user, sent } = openChallenge(selections);
  await user.click(inGroup("Which street?").getByRole("radio", { name: "Elm" }));
  await user.click(submit());
  const group = screen.getByRole("radiogroup", { description: "Please choose an answer." });
  expect(group).toBe(screen.getByRole("radiogroup", { name: "Which town?" }));
  expect(group.getAttribute("aria-invalid")).toBe("true");
  await user.click(within(group).getByRole("radio", { name: "Fir" }));
  expect(group.hasAttribute("aria-invalid")).toBe(false);
  expect(sent).toEqual([]);
});

test("refused choices are marked as wrong in each group", () => {
  openLink(
    ...toLogin(),
    { type: "mfa.required", challenge: selections },
    { type: "mfa.submitted", answers: ["Elm", "Ash"] },
    { type: "bridge.refused", error: linkError("INVALID_MFA") },
  );
  const description = "That answer did not match. Please check it.";
  expect(screen.getAllByRole("radiogroup", { description })).toHaveLength(2);
});

test("another challenge begins with empty fields", async () => {
  const { user, receive } = openChallenge(code);
  await user.keyboard("1234{Enter}");
  receive({ type: "mfa.required", challenge: { type: "code", sent_to: null } });
  expect(field("Code").value).toBe("");
});

const openChallenge = (challenge: Challenge) =>
  openLink(...toLogin(), { type: "mfa.required", challenge });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const inGroup = (name: string) => within(screen.getByRole("radiogroup", { name }));
const submit = () => screen.getByRole("button", { name: "Continue" });
