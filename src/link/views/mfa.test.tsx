import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors/errors.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { openLink, toLogin } from "./open-link.fixture.tsx";

const device: Challenge = {
  type: "device",
  devices: [
    { id: "device-1", kind: "phone", mask: "•••• 6789" },
    { id: "device-2", kind: "email", mask: "a•••@b.example" },
  ],
};
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

test("more than two questions are asked one at a time, and sent together", async () => {
  const { user, sent, receive } = openChallenge({
    type: "questions",
    questions: ["First pet?", "First car?", "First job?"],
  });
  screen.getByRole("group", { name: "Question 1 of 3" });
  expect(screen.getAllByRole("textbox")).toEqual([field("First pet?")]);
  await user.keyboard("{Enter}");
  screen.getByRole("textbox", { name: "First pet?", description: "Please answer this question." });
  await user.keyboard("Rex{Enter}");
  screen.getByRole("group", { name: "Question 2 of 3" });
  expect(document.activeElement).toBe(field("First car?"));
  await user.keyboard("Beetle{Enter}");
  await user.keyboard("Baker");
  expect(sent).toEqual([]);
  await user.click(submit());
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["Rex", "Beetle", "Baker"] }]);
  receive({ type: "bridge.refused", error: linkError("INVALID_MFA") });
  expect(screen.getAllByRole("textbox").map((each) => (each as HTMLInputElement).value)).toEqual([
    "Rex",
    "Beetle",
    "Baker",
  ]);
});

test("more than two questions with options are asked one at a time", async () => {
  const third = { question: "Which river?", options: ["Dee", "Don"] };
  const { user, sent } = openChallenge({
    ...selections,
    questions: [...selections.questions, third],
  });
  for (const name of ["Oak", "Ash", "Don"]) {
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await user.click(screen.getByRole("radio", { name }));
    await user.click(submit());
  }
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["Oak", "Ash", "Don"] }]);
});

const openChallenge = (challenge: Challenge) =>
  openLink(...toLogin(), { type: "mfa.required", challenge });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const inGroup = (name: string) => within(screen.getByRole("radiogroup", { name }));
const submit = () => screen.getByRole("button", { name: "Continue" });
