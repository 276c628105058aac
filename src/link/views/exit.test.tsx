import { cleanup, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { openLink, toForm, toUpdate } from "./open-link.fixture.tsx";

test("closing asks before input is lost, and Stay leads back to it", async () => {
  const { user } = openLink(...toForm());
  await user.keyboard("ann");
  await user.click(screen.getByRole("button", { name: "Close" }));
  const title = screen.getByRole("heading", { level: 1, name: "Leave before connecting?" });
  expect(document.activeElement).toBe(title);
  screen.getByText("Your accounts are not connected to Acme yet.");
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keep going" }));
  expect(screen.getByLabelText<HTMLInputElement>("User ID").value).toBe("ann");
  expect(document.activeElement).toBe(screen.getByLabelText("User ID"));
});

test("leaving says until when the place is kept, if this browser can resume it", () => {
  const leave = [...toForm(), { type: "exit.requested" }] as const;
  openLink(...leave);
  expect(screen.queryByText(/is kept until/)).toBeNull();
  cleanup();
  localStorage.setItem("link-sandbox-1", "secret");
  openLink(...leave);
  const time = new Date("2026-11-26T15:45:00Z").toLocaleTimeString("en", { timeStyle: "short" });
  screen.getByText(`Your place at Acorn Bank is kept until ${time}. Passwords are not.`);
  localStorage.clear();
});

test("Leave closes Link", async () => {
  const { user, sent } = openLink(...toForm(), { type: "exit.requested" });
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(sent).toEqual([{ type: "exit.requested" }]);
  expect(screen.queryByRole("main")).toBeNull();
});

test("in update mode the question names the unfinished task", () => {
  openLink(...toUpdate(), { type: "exit.requested" });
  screen.getByRole("heading", { level: 1, name: "Leave before you are done?" });
  screen.getByText("Acme cannot read your accounts until you are.");
});
