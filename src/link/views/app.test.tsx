import { render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { en } from "../../i18n/words.fixture.ts";
import { App } from "./app.tsx";
import { after } from "./events.fixture.ts";
import { findFirstView } from "./index.ts";
import { closedView } from "./lazy-views.tsx";
import { acorn, openLink, toForm, toUpdate } from "./open-link.fixture.tsx";

test("the window names its purpose and the application it works for", () => {
  openLink({ type: "link.opened", institutions: [acorn] });
  screen.getByRole("main", { name: "Connect an account" });
  screen.getByText("Acme");
});

test("the list has no back button, and closes without a question", async () => {
  const { user, sent } = openLink({ type: "link.opened", institutions: [acorn] });
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(sent).toEqual([{ type: "exit.requested" }]);
  expect(screen.queryByRole("main")).toBeNull();
});

test("a form leads back to the list", async () => {
  const { user, sent } = openLink(...toForm());
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(sent).toEqual([{ type: "back.requested" }]);
  screen.getByRole("heading", { name: "Select your institution" });
});

test("the form of an Item in update mode has no list to go back to", () => {
  openLink(...toUpdate());
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
});

test("the window says that it is offline until the network is back", () => {
  const { receive } = openLink(...toForm());
  receive({ type: "network.lost" });
  screen.getByText("You are offline. We continue once you are back.");
  receive({ type: "network.back" });
  expect(screen.queryByText(/^You are offline/)).toBeNull();
});

test("a covered window says so before anything else", () => {
  const state = after({ type: "link.opened", institutions: [acorn] }, { type: "network.lost" });
  render(<App {...props} state={state} isCovered />);
  screen.getByText("Something covers this window. Move it away to continue.");
  expect(screen.queryByText(/^You are offline/)).toBeNull();
});

test("closing Link removes everything", () => {
  render(<App {...props} state={after()} />);
  expect(document.body.textContent).toBe("");
});

test("a window that stays after Link closes says that Link is closed", () => {
  render(<App {...props} state={after()} closed={closedView(en)} />);
  const name = "This window is closed. Go back to the app.";
  screen.getByRole("heading", { level: 1, name });
});

test("while a view is loading the window and its close button stay", () => {
  render(<App {...props} state={after(...toForm())} />);
  expect(screen.queryByRole("heading")).toBeNull();
  screen.getByRole("button", { name: "Close" });
});

const props = { findView: findFirstView, send: () => {}, text: en, clientName: "Acme" };
