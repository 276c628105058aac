import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { LinkConnection } from "../../protocol/link/link-event.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import {
  checking,
  loginForm,
  manualEntry,
  openLink,
  savings,
  toLogin,
  toUpdate,
} from "./open-link.fixture.tsx";

const submit: MachineEvent = { type: "credentials.submitted", credentials: {} };
const { balance: _, ...account } = checking;

test("a connection names the institution and the way back, and the button hands it over", async () => {
  const { user, sent } = openLink(...toLogin(), connectionEvent());
  const title = screen.getByRole("heading", { level: 1, name: "Acorn Bank is connected" });
  expect(document.activeElement).toBe(title);
  screen.getByText("Acme can read what you share from now on.");
  expect(screen.queryByRole("list")).toBeNull();
  const [application, check, bank] = document.querySelector(".emblem")?.children ?? [];
  expect(application?.textContent).toBe("A");
  expect(check?.classList.contains("icon")).toBe(true);
  expect(bank?.classList.contains("mark")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Back to Acme" }));
  expect(sent).toEqual([{ type: "next.requested" }]);
});

test("another account can be connected if the session is for several", async () => {
  const [opened, ...rest] = toLogin();
  if (!opened) throw new Error("Link is opened");
  const { user, sent } = openLink(
    opened,
    {
      type: "session.started",
      institutions: [],
      resume_point: { at: "institution" },
      update: false,
      several: { another: "Connect another account", last: null },
    },
    ...rest,
    connectionEvent(),
  );
  screen.getByRole("button", { name: "Back to Acme" });
  for (let tabs = 0; tabs < 3; tabs++) await user.tab();
  await user.keyboard("{Enter}");
  expect(sent).toEqual([{ type: "another.requested" }]);
  screen.getByRole("heading", { name: "Select your institution" });
});

test("five accounts or more are shown by three of them, and the others on a press", async () => {
  const nine = Array.from({ length: 9 }, (_, at) => ({ ...account, id: `account-${at}` }));
  const { user } = openLink(...toLogin(), connectionEvent({ accounts: nine }));
  const rest = document.querySelector("details");
  expect(rest?.querySelectorAll("li")).toHaveLength(6);
  expect(rest?.open).toBe(false);
  await user.click(screen.getByText("6 more"));
  expect(rest?.open).toBe(true);
  expect(document.querySelectorAll("li")).toHaveLength(9);
});

test("the accounts that were chosen are listed", () => {
  openLink(...toLogin(), connectionEvent({ accounts: [account, { ...account, ...savings }] }));
  screen.getByRole("heading", { level: 2, name: "Accounts shared" });
  const accounts = screen.getAllByRole("listitem");
  expect(accounts).toHaveLength(2);
  expect(accounts[0]?.textContent).toContain("ending in 1234");
});

test("the kinds of data are named, and the day on which the access ends", () => {
  openLink(
    ...toLogin(),
    connectionEvent({ kinds: ["Accounts", "Income"], until: "2027-05-23T12:00:00.000Z" }),
  );
  expect(facts()).toEqual(["Accounts, Income", "May 23, 2027"]);
});

test("access without an end lasts until the user or the bank ends it", () => {
  openLink(...toLogin(), connectionEvent());
  expect(facts()).toEqual(["Accounts", "You or your bank ends it"]);
});

test("the link to the account site opens another tab, with an event", async () => {
  const { user, sent } = openLink(
    ...toLogin(),
    connectionEvent({ manageUrl: "https://link.example/connections" }),
  );
  const name = "See or stop sharing (opens in a new tab)";
  const link = screen.getByRole<HTMLAnchorElement>("link", { name });
  expect(link.href).toBe("https://link.example/connections");
  await user.click(link);
  expect(sent).toEqual([{ type: "my_service.opened" }]);
});

test("update mode says that the Item is connected again", () => {
  openLink(...toUpdate(), submit, connectionEvent());
  screen.getByRole("heading", { level: 1, name: "Acorn Bank is connected again" });
});

test("numbers entered by hand are saved, and the deposits still to come", () => {
  const form = loginForm({ institution: manualEntry, purpose: "numbers" });
  openLink(...toLogin(form), connectionEvent());
  screen.getByRole("heading", { level: 1, name: "Your account numbers are saved" });
  screen.getByText(
    /^Two small deposits will arrive in one or two business days\. Come back to Acme/,
  );
});

test("deposits that match confirm the account", () => {
  const form = loginForm({ institution: manualEntry, purpose: "amounts" });
  openLink(...toUpdate(form), submit, connectionEvent());
  screen.getByRole("heading", { level: 1, name: "Your account is confirmed" });
  screen.getByText("Acme can read what you share from now on.");
});

function connectionEvent(changes: Partial<LinkConnection> = {}): MachineEvent {
  const rest = { kinds: ["Accounts"], until: null, manageUrl: "/account" };
  const connection = { publicToken: "public-1", accounts: null, ...rest, ...changes };
  return { type: "item.connected", connection };
}

function facts(): (string | null)[] {
  return screen.getAllByRole("definition").map(({ textContent }) => textContent);
}
