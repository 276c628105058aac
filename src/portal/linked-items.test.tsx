import { cleanup, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { WRITABLE_FORMATS } from "../server/formats/writers.ts";
import {
  connection,
  done,
  failure,
  noAnswer,
  openPortal,
  type Reply,
  success,
} from "./open-portal.fixture.tsx";

const button = (name: string | RegExp) => screen.getByRole("button", { name });

test("a connection shows its application, its data, its accounts, its start and its end", async () => {
  await openPortal([success([connection({ until: "2026-04-15T12:00:00.000Z" })])]);
  const card = screen.getByRole("region", { name: /^Budget Buddy/ });
  expect(card.textContent).toContain("reads from First Platypus Bank");
  for (const text of [
    "Connected",
    "Your accounts and what they hold",
    "What you paid and received",
    "Reports on what you own",
    "April 15, 2026",
  ])
    within(card).getByText(text);
  expect(card.textContent?.match(/Since/g)).toHaveLength(1);
  within(card).getByRole("button", { name: "Stop sharing Checking ••••\u00a00000" });
  within(card).getByRole("button", { name: "Stop sharing Savings" });
  within(card).getByText("“Disconnect” keeps what was read, “Disconnect and delete” erases it.");
});

test("two connections at one bank are told apart by their accounts and time", async () => {
  const other = connection({ connection_id: "item-2", since: "2026-01-15T12:00:05.000Z" });
  await openPortal([success([connection(), other])]);
  const about =
    "reads from First Platypus BankChecking ••••\u00a00000 · Savings · Since Jan 15, 2026";
  const names = screen
    .getAllByRole("region", { name: /^Budget Buddy/ })
    .map((card) => card.querySelector("header")?.textContent);
  expect(names[0]).toContain(about);
  expect(new Set(names).size).toBe(2);
});

test("the head of the only connection at a bank has a day, and leaves the accounts to the list", async () => {
  const other = { name: "Birch Credit Union", color: "#3044c9", logo: null };
  await openPortal([
    success([connection(), connection({ connection_id: "item-2", institution: other })]),
  ]);
  const heads = screen
    .getAllByRole("region", { name: /^Budget Buddy/ })
    .map((card) => card.querySelector("header small")?.textContent);
  expect(heads).toEqual(["Since Jan 15, 2026", "Since Jan 15, 2026"]);
});

test("the head of an ended connection names two accounts, and counts the others", async () => {
  const accounts = ["1111", "2222", "3333", "4444"].map((mask) => ({
    ...{ account_id: mask, name: "Savings", mask },
  }));
  await openPortal([success([connection({ accounts, status: "ended" })])]);
  const head = screen.getByRole("region", { name: /^Budget Buddy/ }).querySelector("header");
  expect(head?.textContent).toContain("Savings ••••\u00a01111 · Savings ••••\u00a02222 · +2 · ");
});

test("a connection bears its bank's mark, and its application's logo and accent", async () => {
  const brand = {
    accent: { light: "#0b5c6b", dark: "#5fc6d8" },
    logo: { src: "/brand-logos/x.png", width: 96, height: 48 },
  };
  const institution = { name: "First Platypus Bank", color: "#3044c9", logo: "/bank-logos/a.png" };
  await openPortal([success([connection({ brand, institution })])]);
  const card = screen.getByRole("region", { name: /^Budget Buddy/ });
  const pictures = [...card.querySelectorAll("img")].map((img) => img.getAttribute("src"));
  expect(pictures).toEqual(["/brand-logos/x.png", "/bank-logos/a.png"]);
  expect(card.style.getPropertyValue("--accent")).toBe("light-dark(#0b5c6b,#5fc6d8)");
});

test("the head bears the logo of the only application, and our name where there are several", async () => {
  const logo = { src: "/brand-logos/x.png", width: 96, height: 48 };
  const own = connection({ brand: { accent: null, logo } });
  const again = { ...own, connection_id: "item-2" };
  const headOf = () => document.querySelector("header.masthead")?.firstElementChild;
  await openPortal([success([own, again])]);
  expect(headOf()?.querySelector("b img")?.getAttribute("src")).toBe("/brand-logos/x.png");
  expect(headOf()?.firstElementChild?.textContent).toBe("Budget Buddy");
  cleanup();
  for (const other of [
    connection({ connection_id: "item-2", application: "Other" }),
    connection({ connection_id: "item-2" }),
  ]) {
    await openPortal([success([own, other])]);
    expect(headOf()?.firstElementChild?.textContent).toBe("service-link");
    expect(headOf()?.querySelector("img")).toBeNull();
    cleanup();
  }
});

test("a consent that ends soon says in how many days, and an ended one does not", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const names = ["Soon", "Later", "Before"];
  const ends = [2.5, 20, -2].map(inDays);
  await openPortal([
    success(
      names.map((application, n) =>
        connection({ connection_id: `item-${n}`, application, until: ends[n] ?? null }),
      ),
    ),
  ]);
  expect(await screen.findAllByRole("progressbar")).toHaveLength(3);
  const texts = names.map(
    (name) => screen.getByRole("region", { name: new RegExp(`^${name}`) }).textContent,
  );
  expect(texts.map((text) => text?.includes("(in 3 days)"))).toEqual([true, false, false]);
  expect(texts.join()).not.toMatch(/ago|in \d\d days/);
});

test("a bar shows how much of a consent has passed since its user signed in", async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await openPortal([success([connection({ signed_in_at: day(-30), until: day(90) })])]);
  const bar = await screen.findByRole("progressbar", { name: "in 90 days" });
  const [value = 0, max = 1] = ["value", "max"].map((name) => Number(bar.getAttribute(name)));
  expect(Math.round((100 * value) / max)).toBe(25);
});

test("a person with an address switches their reminders, and without one there is no switch", async () => {
  const answer = { email: "ann@mail.example" };
  const { user, requests } = await openPortal([
    success([connection()], { ...answer, reminders: false }),
    success([connection()], { ...answer, reminders: true }),
    success([connection()], { ...answer, reminders: false }),
  ]);
  await user.click(await screen.findByRole("button", { name: "Remind me by email" }));
  await user.click(await screen.findByRole("button", { name: "No more reminders" }));
  await screen.findByRole("button", { name: "Remind me by email" });
  expect(requests.slice(1)).toEqual([
    ["/account/reminders", { on: true, language: "en" }],
    ["/account/reminders", { on: false, language: "en" }],
  ]);
});

test("one account is withdrawn after a confirmation, and the result is shown and focused", async () => {
  const after = connection({
    accounts: [{ account_id: "account-2", name: "Savings", mask: null }],
  });
  const { user, requests } = await openPortal([success(), success([after])]);
  await user.click(button("Stop sharing Checking ••••\u00a00000"));
  const dialog = screen.getByRole("dialog", { name: "Stop sharing Checking ••••\u00a00000?" });
  await user.click(within(dialog).getByRole("button", { name: "Stop sharing" }));
  const notice = await screen.findByText("Budget Buddy no longer reads Checking •••• 0000.");
  expect(document.activeElement).toBe(notice);
  expect(requests.at(-1)).toEqual([
    "/account/connection/stop-sharing",
    { connection_id: "item-1", account_id: "account-1" },
  ]);
  expect(screen.queryByText(/Stop sharing Checking/)).toBeNull();
});

test("keeping a connection returns the focus, and makes no request", async () => {
  const { user, requests } = await openPortal([success()]);
  await user.click(button("Disconnect"));
  await user.click(button("Keep it"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button("Disconnect"));
  expect(requests).toHaveLength(1);
});

test("after a connection is ended, only its data can still be deleted", async () => {
  const endedConnection = connection({ status: "ended" });
  const { user } = await openPortal([success(), success([endedConnection]), success([])]);
  await user.click(button("Disconnect"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Disconnect" }));
  await screen.findByText("Ended");
  screen.getByText(/^no longer reads from First Platypus Bank/);
  expect(screen.queryByRole("button", { name: /Stop sharing/ })).toBeNull();
  await user.click(button("Delete what was read"));
  const dialog = within(screen.getByRole("dialog", { name: "Delete what Budget Buddy read?" }));
  expect(dialog.queryByText(/disconnect/i)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Delete what was read" }));
  await screen.findByText("What Budget Buddy read is deleted.");
  screen.getByRole("heading", { name: "Nothing is connected" });
});

test("everything is deleted, and the page says what stays", async () => {
  const { user, requests } = await openPortal([success(), done]);
  await user.click(button("Delete everything…"));
  await user.click(button("Delete everything"));
  await screen.findByRole("heading", { name: "Your data is deleted" });
  expect(requests.at(-1)).toEqual(["/account/erase", {}]);
});

test("a failure is shown in the question, which stays open", async () => {
  const { user } = await openPortal([success(), noAnswer, failure("RATE_LIMIT"), success([])]);
  await user.click(button("Disconnect and delete"));
  const dialog = screen.getByRole("dialog");
  const yes = () => within(dialog).getByRole("button", { name: "Disconnect and delete" });
  await user.click(yes());
  await screen.findByText(/There was no answer/);
  await user.click(yes());
  await screen.findByText(/Too many attempts/);
  await user.click(yes());
  await screen.findByText("Budget Buddy is disconnected, and what was read is deleted.");
});

test("an application without a name and a paused connection are described in words", async () => {
  await openPortal([success([connection({ application: null, status: "paused" })])]);
  screen.getByRole("region", { name: /^An application/ });
  screen.getByText("Paused");
  screen.getByText(/wants you to sign in again/);
});

test("the page speaks French", async () => {
  await openPortal([success()], { language: "fr" });
  screen.getByRole("heading", { name: "Vos connexions" });
  screen.getByText(/^Depuis le 15 janv. 2026$/);
  button("Ne plus partager Checking ••••\u00a00000");
});

test("an ended session leads to the sign-in form by itself", async () => {
  const { runTimer } = await openPortal([success(), failure("INVALID_ACCOUNT_SESSION")]);
  await runTimer();
  await screen.findByText(/this page has closed itself/);
});

test("signing out hides everything", async () => {
  const { user } = await openPortal([success(), done]);
  await user.click(button("Sign out"));
  await screen.findByText("You are signed out.");
  expect(screen.queryByText("Budget Buddy")).toBeNull();
});

test("downloads the data, or explains why it cannot", async () => {
  const headers = { "content-disposition": 'attachment; filename="connections.json"' };
  const file: Reply = async () => new Response('{"connections":[]}', { headers });
  const cutOff: Reply = async () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new Error("cut off")) }), {
      headers,
    });
  const { user, requests, files } = await openPortal([
    success(),
    failure("RATE_LIMIT"),
    file,
    cutOff,
    failure("INVALID_ACCOUNT_SESSION"),
  ]);
  const download = async () => user.click(await screen.findByRole("link", { name: "Download" }));
  await download();
  const notice = await screen.findByText("Too many attempts. Please wait a minute.");
  expect(document.activeElement).toBe(notice);
  expect(files).toEqual([]);
  await download();
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toBe('{"connections":[]}');
  await download();
  await screen.findByText("There was no answer. Check your connection and try again.");
  await download();
  await screen.findByText(/this page has closed itself/);
  expect(files).toHaveLength(1);
  expect(requests.slice(1)).toEqual(Array(4).fill(["/account/data"]));
});

test("transactions are downloaded in every format that the server writes", async () => {
  const formats = WRITABLE_FORMATS;
  const files = formats.map((format): Reply => {
    const name = `attachment; filename="transactions.${format}"`;
    return async () => new Response("a file", { headers: { "content-disposition": name } });
  });
  const { user, requests, names } = await openPortal([success(), ...files]);
  const choice = await screen.findByRole("combobox", { name: "File" });
  expect(within(choice).getAllByRole("option")).toHaveLength(formats.length + 1);
  for (const format of formats) {
    await user.selectOptions(choice, format);
    await user.click(await screen.findByRole("link", { name: "Download" }));
    await waitFor(() => expect(names.at(-1)).toBe(`transactions.${format}`));
    expect(requests.at(-1)).toEqual([`/account/transactions?format=${format}`]);
  }
});

test("the page says that the browser is offline", async () => {
  const { offline } = await openPortal([success()]);
  offline.value = true;
  await screen.findByText(/You are offline/);
});

test("after the only connection of a session from Link is deleted, no deletion is offered", async () => {
  const { user } = await openPortal([success(), success([])]);
  await user.click(button("Disconnect and delete"));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Disconnect and delete" }));
  await screen.findByRole("heading", { name: "Nothing is connected" });
  screen.getByText(/^After deletion this stays/);
  expect(screen.queryByRole("button", { name: /Delete everything/ })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Come back at any time" })).toBeNull();
});
