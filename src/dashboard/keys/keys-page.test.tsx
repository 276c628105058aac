import { act, fireEvent, screen, within } from "@testing-library/preact";
import type userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { DashboardSecret, SecretPlaces } from "../../protocol/dashboard/dashboard.ts";
import { failure, openClient, success } from "../open-dashboard.fixture.tsx";

const secret = (secret_id: string, changes: Partial<DashboardSecret> = {}): DashboardSecret => ({
  ...{ secret_id, name: "", last_four: secret_id, created_at: Date.now(), used_at: null },
  ...{ ends_at: null, products: null, read_only: false, networks: [] },
  ...changes,
});
const OLD = secret("a1B2", { name: "Worker", used_at: Date.now(), ends_at: Date.UTC(2030, 0, 2) });
const NEW = secret("zZ99");
const REPORTS = secret("r3Po", {
  name: "Reports",
  products: ["assets", "cra_base_report"],
  read_only: true,
  networks: ["203.0.113.0/24", "2001:db8::/32"],
});

const KEYS = { client_id: "client-1", secret: "new-secret", public_key: "public-1" };
const NO_PLACES = { file: null, variable: false } as const;
/** Returns a reply with the client, these secrets, and the call's own fields. */
const answerWith = (secrets: DashboardSecret[], more: object) => async () => {
  const answer = await (await success({ secrets })()).json();
  return new Response(JSON.stringify({ ...answer, ...more }));
};
const rotateAt = (places: SecretPlaces) => answerWith([NEW, OLD], { keys: KEYS, places });
const section = () => within(screen.getByRole("region", { name: "Secrets" }));
/** Opens the page of keys. */
const openKeys = async (...parts: Parameters<typeof openClient>) => {
  const page = await openClient(...parts);
  await page.user.click(screen.getByRole("link", { name: "API keys" }));
  await screen.findByRole("region", { name: "Secrets" });
  return page;
};
type User = ReturnType<typeof userEvent.setup>;
const rows = () =>
  section()
    .getAllByRole("row")
    .map((row) =>
      within(row)
        .queryAllByRole("cell")
        .slice(0, 6)
        .map(({ textContent }) => textContent),
    );
const press = (user: User, name: string) => user.click(section().getByRole("button", { name }));
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));

test("lists the secrets that work with what they may do, their times and ends", async () => {
  await openKeys({ secrets: [NEW, OLD, REPORTS, secret("none", { last_four: "" })] });
  expect(rows().slice(1)).toEqual([
    ["No name", "…zZ99", "Everything", "never", "just now", "no end"],
    ["Worker", "…a1B2", "Everything", "just now", "just now", expect.stringMatching(/^2030-01-0/)],
    ["Reports", "…r3Po", "Read onlyassets + 12 networks", "never", "just now", "no end"],
    ["No name", "not kept", "Everything", "never", "just now", "no end"],
  ]);
  expect(section().getByText("2 networks").parentElement?.title).toBe(
    "203.0.113.0/24, 2001:db8::/32",
  );
});

test("a secret is created with its name, restrictions and end, and shown once", async () => {
  const { user, requests } = await openKeys(
    { secrets: [NEW] },
    answerWith([NEW, REPORTS], { keys: KEYS }),
  );
  await press(user, "Create a secret…");
  const form = dialog("Create a secret");
  await user.type(form.getByLabelText("Name"), " Reports ");
  await user.click(form.getByLabelText("Read only"));
  await user.click(form.getByLabelText("Only some"));
  await user.click(form.getByRole("button", { name: "Create the secret" }));
  form.getByText("Choose a product, or all of them.");
  expect(requests).toHaveLength(1);
  await user.click(form.getByLabelText("assets"));
  await user.type(form.getByLabelText(/^Networks/), "203.0.113.0/24{Enter}2001:db8::/32");
  fireEvent.input(form.getByLabelText(/^Last day/), { target: { value: "2030-01-02" } });
  await user.click(form.getByRole("button", { name: "Create the secret" }));
  await screen.findByText("new-secret");
  section().getByText("The new secret works, and so do the others.");
  expect(requests[1]).toEqual([
    "/dashboard/api/secret/add",
    {
      name: "Reports",
      products: ["assets"],
      read_only: true,
      networks: ["203.0.113.0/24", "2001:db8::/32"],
      ends_at: new Date(2030, 0, 2, 23, 59).getTime(),
    },
  ]);
  expect(rows()).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("new-secret")).toBeNull();
});

test("a secret's form says why the server refuses a network, and stays open", async () => {
  const display_message = '"10.0.0.1/8" must begin at its first address.';
  const { user } = await openKeys(
    { secrets: [NEW] },
    failure("INVALID_FIELD", { display_message }),
  );
  await press(user, "Create a secret…");
  const form = dialog("Create a secret");
  await user.type(form.getByLabelText(/^Networks/), "10.0.0.1/8");
  await user.click(form.getByRole("button", { name: "Create the secret" }));
  await form.findByText(/must begin at its first address/);
  await user.click(form.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an edit sends the fields that were changed, and the values that they replace", async () => {
  const { user, requests } = await openKeys(
    { secrets: [NEW, REPORTS] },
    failure("STALE_FIELD"),
    success({ secrets: [NEW, { ...REPORTS, name: "Reader" }] }),
    answerWith([NEW, { ...REPORTS, name: "Web", products: null }], {}),
  );
  await press(user, "Edit the secret Reports");
  const form = dialog("Edit the secret");
  await user.click(form.getByRole("button", { name: "Save" }));
  form.getByText(/^Nothing was changed/);
  const name = form.getByLabelText("Name");
  await user.clear(name);
  await user.type(name, "Web");
  await user.click(form.getByLabelText("All"));
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/a field has changed since it was read/);
  const products = REPORTS.products;
  const body = { secret_id: "r3Po", name: "Web", products: null };
  expect(requests[1]).toEqual([
    "/dashboard/api/secret/change",
    { ...body, expected: { name: "Reports", products } },
  ]);
  await user.click(form.getByRole("button", { name: "Save" }));
  await section().findByText("Saved.");
  expect(requests[3]?.[1]).toEqual({ ...body, expected: { name: "Reader", products } });
});

test("a rotation asks, says the last use, and shows the replacement once", async () => {
  const { user, requests } = await openKeys({ secrets: [OLD] }, rotateAt(NO_PLACES));
  await press(user, "Rotate the secret Worker");
  const question = dialog("Rotate the secret Worker?");
  question.getByText(/was last used/);
  await user.click(question.getByRole("button", { name: "Keep it as it is" }));
  expect(requests).toHaveLength(1);
  await press(user, "Rotate the secret Worker");
  await user.click(dialog("Rotate the secret Worker?").getByRole("button", { name: "Rotate it" }));
  await screen.findByText("new-secret");
  section().getByText("The new secret works, and the old one until its end.");
  expect(requests[1]).toEqual([
    "/dashboard/api/secret/rotate",
    { secret_id: "a1B2", overlap_hours: 24 },
  ]);
});

test("a shown secret outlasts Escape, Back and the session, and warns before the page is left", async () => {
  const { user, runTimer } = await openKeys(
    { secrets: [NEW] },
    rotateAt(NO_PLACES),
    failure("INVALID_DASHBOARD_SESSION"),
  );
  const isLeft = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isLeft()).toBe(true);
  await press(user, "Rotate the secret …zZ99");
  await user.click(screen.getByRole("button", { name: "Rotate it" }));
  const shown = await screen.findByRole<HTMLDialogElement>("dialog", {
    name: "Save the secret now",
  });
  expect(isLeft()).toBe(false);
  expect(fireEvent(shown, new Event("cancel", { cancelable: true }))).toBe(false);
  shown.close();
  expect(shown.open).toBe(true);
  act(() => {
    history.pushState(null, "", "/dashboard/items");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  screen.getByText("new-secret");
  await runTimer();
  await screen.findByText(/^Your session has ended/);
  screen.getByText("new-secret");
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("new-secret")).toBeNull();
  expect(isLeft()).toBe(true);
});

test("ends a secret after confirmation, and keeps it otherwise", async () => {
  const places = { file: "stale", variable: true };
  const { user, requests } = await openKeys({ secrets: [NEW, OLD] }, answerWith([NEW], { places }));
  await press(user, "End the secret Worker");
  const question = dialog("End the secret Worker?");
  question.getByText(/was last used/);
  await user.click(question.getByRole("button", { name: "Keep it" }));
  expect(requests).toHaveLength(1);
  await press(user, "End the secret Worker");
  await user.click(dialog("End the secret Worker?").getByRole("button", { name: "End it now" }));
  await section().findByText("The secret is refused from now on.");
  expect(requests[1]).toEqual([
    "/dashboard/api/secret/end",
    { secret_id: "a1B2", even_last: false },
  ]);
  expect(rows()).toHaveLength(2);
  const words = screen.getByRole("region", { name: "Secrets" }).textContent;
  expect(words).toContain("keys.json in the server’s data folder has this secret");
  expect(words).toContain("which is this secret: set it to another one");
});

test.each([
  [[NEW], /It is the last secret that works/],
  [[NEW, OLD, REPORTS], /It is the last secret that may do everything/],
])("warns before the last secret that a client relies on is ended: %#", async (secrets, words) => {
  const { user, requests } = await openKeys({ secrets }, answerWith([], { places: NO_PLACES }));
  await press(user, "End the secret …zZ99");
  screen.getByText(words);
  await user.click(screen.getByRole("button", { name: "End it all the same" }));
  await section().findByText(/^No secret works/);
  expect(requests[1]?.[1]).toEqual({ secret_id: "zZ99", even_last: true });
});

test.each([
  [{ file: "renewed", variable: false }, "has the new secret", "SERVICE_LINK_SECRET"],
  [{ file: "stale", variable: true }, "still has the old secret", "has the new secret"],
  [{ file: null, variable: true }, "The server was started with SERVICE_LINK_SECRET", "keys.json"],
] as const)("the page says what to do about a secret in %j", async (places, text, otherText) => {
  const { user } = await openKeys({ secrets: [NEW] }, rotateAt(places));
  await press(user, "Rotate the secret …zZ99");
  await user.click(screen.getByRole("button", { name: "Rotate it" }));
  await screen.findByText("new-secret");
  const words = screen.getByRole("region", { name: "Secrets" }).textContent;
  expect(words).toContain(text);
  expect(words).not.toContain(otherText);
});

test("shows no secret if the server refuses a rotation", async () => {
  const { user } = await openKeys({ secrets: [NEW] }, failure("INTERNAL_SERVER_ERROR"));
  await press(user, "Rotate the secret …zZ99");
  const question = dialog("Rotate the secret …zZ99?");
  await user.selectOptions(question.getByLabelText("The old secret works"), "0");
  await user.click(question.getByRole("button", { name: "Rotate it" }));
  await question.findByText(/request_id request-2/);
  expect(screen.queryByRole("heading", { name: "Save the secret now" })).toBeNull();
});
