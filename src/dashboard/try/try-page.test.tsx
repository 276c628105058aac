import { act, cleanup, screen, within } from "@testing-library/preact";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { linkError } from "../../protocol/errors/errors.ts";
import { client } from "../client.fixture.ts";
import { framesIn, meetFrame } from "../link-frame.fixture.ts";
import {
  answers,
  deferredReply,
  failure,
  noAnswer,
  openAt,
  operatorAnswer,
  type Reply,
  success,
} from "../open-dashboard.fixture.tsx";

/** Opens the page of a client whose public_key is switched on or off. */
const open = async (isKeyOn: boolean, ...replies: Reply[]) => {
  const page = await openAt("/dashboard/try", success({ public_key_enabled: isKeyOn }), ...replies);
  await screen.findByRole("region", { name: "Options" });
  return page;
};
/** Returns a reply of the API to a call of the Dashboard's session. */
const apiAnswers = (status: number, body: object): Reply =>
  answers({ status, content_type: "application/json", body: JSON.stringify(body) });
const newToken = apiAnswers(200, { link_token: "link-sandbox-1", expiration: "", request_id: "r" });
const openLink = () => screen.getByRole("button", { name: "Open Link" });
/** Waits until an event of Link is in the log. */
const logged = async (text: string | RegExp) =>
  within(await screen.findByRole("log", { name: "Events" })).findByText(text);
const refusal = () =>
  openLink().closest<HTMLElement>(".opening")?.querySelector("[role=status]")?.textContent;
const chooseKey = (user: UserEvent) =>
  user.selectOptions(
    screen.getByRole("combobox", { name: "Opened with" }),
    "The public_key of the client",
  );

const BODY = {
  client_name: "Corner Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth", "transactions"],
  user: { client_user_id: "user-1" },
};

test("with the public_key Link opens with the page's code, and its events are logged", async () => {
  const { user, requests } = await open(true);
  await chooseKey(user);
  screen.getByText("Open Link, and its events are listed here as they come.");
  await user.click(openLink());
  const { config, say } = await meetFrame();
  expect(config).toEqual({
    clientName: "Corner Shop",
    product: ["auth", "transactions"],
    countryCodes: ["US"],
    key: "public-1",
    env: "sandbox",
  });
  const metadata = { link_session_id: "session-1", request_id: "r" };
  say({ type: "ready" });
  say({ type: "event", name: "OPEN", metadata });
  await logged("OPEN");
  await logged("onLoad");
  say({ type: "exit", error: linkError("INVALID_CREDENTIALS"), metadata });
  await logged("onExit");
  const rows = within(screen.getByRole("log", { name: "Events" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent).join()).not.toContain("session-1");
  await user.click(screen.getByRole("button", { name: "onExit", expanded: false }));
  await logged(/session-1/);
  expect(screen.getAllByText(/INVALID_CREDENTIALS/)).toHaveLength(2);
  screen.getByRole("button", { name: "onExit", expanded: true }).focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByText(/session-1/)).toBeNull();
  await user.click(openLink());
  screen.getByText("Open Link, and its events are listed here as they come.");
  expect(requests).toHaveLength(1);
});

test("with the public_key switched off Link opens with a link token of the same options", async () => {
  const { user, requests } = await open(false, newToken, newToken);
  await user.selectOptions(screen.getByRole("combobox", { name: "Theme" }), "Dark");
  await user.type(screen.getByRole("textbox", { name: "Webhook" }), "https://shop.example/hook");
  await user.click(openLink());
  await logged("/link/token/create");
  const { config } = await meetFrame();
  expect(config).toEqual({ token: "link-sandbox-1", theme: "dark" });
  const body = { ...BODY, webhook: "https://shop.example/hook" };
  const request = ["/dashboard/api/try", { path: "/link/token/create", body }];
  expect(requests.slice(1)).toEqual([request]);
  const card = within(screen.getByRole("region", { name: "The code for it" }));
  await user.click(card.getByRole("button", { name: "curl" }));
  const code = screen.getByText(/^curl /).textContent ?? "";
  expect(JSON.parse(/'(\{.*\})'/s.exec(code)?.[1] ?? "")).toEqual({
    client_id: "client-1",
    secret: "YOUR_SECRET",
    ...body,
  });
  await user.click(openLink());
  await logged("/link/token/create");
  // Each link token opens Link for one session.
  expect(requests).toHaveLength(3);
});

test("a link token replaces a public_key that is switched off in the meantime", async () => {
  const off = success({ public_key_enabled: false });
  const { user, requests, runTimer } = await open(true, off, newToken);
  await chooseKey(user);
  await runTimer();
  await screen.findByText(/do not let pages open Link with its public_key/);
  await user.click(openLink());
  await logged("/link/token/create");
  expect(requests[2]?.[1]).toEqual({ path: "/link/token/create", body: BODY });
});

test("a link token opens Link even if the public_key could", async () => {
  const { user, requests } = await open(true, newToken);
  await user.click(openLink());
  await logged("/link/token/create");
  expect((await meetFrame()).config).toEqual({ token: "link-sandbox-1" });
  expect(requests[1]?.[1]).toEqual({ path: "/link/token/create", body: BODY });
});

test("hosted Link is not opened in the page: its address is in the log", async () => {
  const hosted_link_url = "https://link.example/hosted#secret";
  const { user } = await open(false, apiAnswers(200, { link_token: "link-1", hosted_link_url }));
  await user.click(screen.getByRole("checkbox", { name: /hosted_link/ }));
  await user.click(openLink());
  const link = await logged("Open hosted Link");
  expect(link.getAttribute("href")).toBe(hosted_link_url);
  expect(framesIn(document)).toEqual([]);
});

test("a pasted token opens Link without another one", async () => {
  const { user, requests } = await open(false);
  const opener = screen.getByRole("combobox", { name: "Opened with" });
  await user.selectOptions(opener, "A token that you have");
  const token = screen.getByRole("textbox", { name: "Link token, or public token" });
  await user.type(token, "link-sandbox-2{Enter}");
  expect((await meetFrame()).config).toEqual({ token: "link-sandbox-2" });
  expect(requests).toHaveLength(1);
});

test("a refused link token is explained next to the button", async () => {
  const { user } = await open(
    false,
    apiAnswers(400, { error_code: "INVALID_PRODUCT", error_message: "income is not enabled" }),
    failure("RATE_LIMIT"),
    failure("INTERNAL_SERVER_ERROR"),
    noAnswer,
    newToken,
  );
  for (const words of [
    "income is not enabled (INVALID_PRODUCT).",
    "Too many requests. Wait a moment and try again.",
    /request_id request-2/,
    "The server did not respond. Check your connection and try again.",
  ]) {
    await user.click(openLink());
    await screen.findByText(words);
  }
  expect(framesIn(document)).toEqual([]);
  await user.click(openLink());
  await logged("/link/token/create");
  expect(refusal()).toBe("");
});

test("a refusal of the page's script is shown as well", async () => {
  const { user } = await open(true);
  await chooseKey(user);
  await user.click(screen.getByRole("checkbox", { name: "auth" }));
  await user.click(screen.getByRole("checkbox", { name: "transactions" }));
  await user.click(openLink());
  expect(refusal()).toBe("Service.create: product must be a non-empty list of strings");
});

test("Link opens once, and not after the page was left", async () => {
  const response = await newToken();
  const read = vi.spyOn(response, "json");
  const { reply, release } = deferredReply(async () => response);
  const { user, requests } = await open(false, reply);
  await user.click(openLink());
  const button = await screen.findByRole("button", { name: "Opening…" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.click(button);
  expect(requests).toHaveLength(2);
  await act(cleanup);
  release();
  await expect.poll(() => read.mock.settledResults[0]?.type).toBe("fulfilled");
  // All that follows the response waits for nothing else.
  await new Promise((resolve) => setTimeout(resolve));
  expect(framesIn(document)).toEqual([]);
});

test("an ended session leads to the sign-in form", async () => {
  const { user } = await open(false, failure("INVALID_DASHBOARD_SESSION"));
  await user.click(openLink());
  await screen.findByRole("heading", { name: "Sign in" });
});

test("the operator chooses one of several clients", async () => {
  const { requests } = await openAt(
    "/dashboard/try",
    operatorAnswer(),
    answers({ rows: [clientRow("client-1", "Shop"), clientRow("client-2", "")], next: null }),
  );
  await screen.findByRole("heading", { name: "Choose a client first" });
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Shop" }).getAttribute("href")).toBe(
    "/dashboard/try?client=client-1",
  );
  main.getByRole("link", { name: "client-2" });
  expect(main.getByRole("link", { name: "All clients" }).getAttribute("href")).toBe(
    "/dashboard/clients",
  );
  expect(requests[1]).toEqual(["/dashboard/api/clients", {}]);
});

test("the only client is chosen for the operator", async () => {
  await openAt(
    "/dashboard/try",
    operatorAnswer(),
    answers({ rows: [clientRow("client-1", "Shop")], next: null }),
  );
  await expect.poll(() => location.search).toBe("?client=client-1");
  expect(screen.queryByRole("heading", { name: "Choose a client first" })).toBeNull();
});

test("the operator reads why there is no client to choose", async () => {
  const { user } = await openAt(
    "/dashboard/try",
    operatorAnswer(),
    noAnswer,
    answers({ rows: [], next: null }),
  );
  await screen.findByText(/^The server did not respond/);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "All clients" });
});

const clientRow = (client_id: string, name: string) => ({
  client_id,
  name,
  default_version: "2020-09-14",
  public_key_enabled: true,
  production_access: "none",
  live_items: 0,
  created_at: 0,
});

test("Link opens with the name that the client's users see, by key and by token", async () => {
  const { brand } = client;
  const page = await openAt(
    "/dashboard/try",
    success({ name: "Shop", brand: { ...brand, name: "Corner Bank" } }),
    newToken,
  );
  const name = await screen.findByLabelText<HTMLInputElement>("Your name, as users read it");
  expect(name.value).toBe("Corner Bank");
  await page.user.clear(name);
  await page.user.type(name, "Another");
  screen.getByText("The white label’s name takes its place.");
  await chooseKey(page.user);
  await page.user.click(openLink());
  expect((await meetFrame()).config).toMatchObject({ clientName: "Corner Bank" });
  await page.user.selectOptions(screen.getByLabelText("Opened with"), "link_token");
  await page.user.click(openLink());
  await logged("/link/token/create");
  expect(page.requests.at(-1)?.[1]).toMatchObject({ body: { client_name: "Corner Bank" } });
});
