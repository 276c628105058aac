import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  deferredReply,
  failure,
  noAnswer,
  openClient,
  type Reply,
  success,
} from "../open-dashboard.fixture.tsx";

const CHANGE = "Change to 2019-05-29";
const EFFECT =
  "Requests without a Service-Version header get responses of 2019-05-29 from now on, and webhooks are sent in it.";

test("asks before it changes the version, and says what the change means", async () => {
  const { requests } = await openConfirm();
  const dialog = screen.getByRole("dialog", { name: "Change to 2019-05-29?", description: EFFECT });
  expect((dialog as HTMLDialogElement).open).toBe(true);
  expect(requests).toHaveLength(1);
});

test("cancelling changes nothing and returns the focus to the button that asked", async () => {
  const { user, requests } = await openConfirm();
  await user.click(inDialog().getByRole("button", { name: "Keep 2020-09-14" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: `${CHANGE}…` }));
  expect(requests).toHaveLength(1);
});

test("confirming changes the version, says what that means and focuses the new version", async () => {
  const { reply, release } = deferredReply(success({ default_version: "2019-05-29" }));
  const { user, requests } = await openConfirm(reply);
  await user.click(inDialog().getByRole("button", { name: CHANGE }));
  const busy = inDialog().getByRole("button", { name: "Saving…" });
  for (const button of [busy, inDialog().getByRole("button", { name: "Keep 2020-09-14" })])
    expect(button.getAttribute("aria-disabled")).toBe("true");
  release();
  await screen.findByText(/^Saved/);
  expect(statuses()).toContain(`Saved. ${EFFECT}`);
  expect(screen.queryByRole("dialog")).toBeNull();
  const radio = screen.getByRole("radio", { checked: true, name: "2019-05-29 in use" });
  expect(document.activeElement).toBe(radio);
  expect(requests[1]).toEqual(["/dashboard/api/version", { version: "2019-05-29" }]);
});

test("cannot be cancelled while it saves", async () => {
  const { reply, release } = deferredReply(success({ default_version: "2019-05-29" }));
  const { user } = await openConfirm(reply);
  await user.click(inDialog().getByRole("button", { name: CHANGE }));
  await user.click(inDialog().getByRole("button", { name: "Keep 2020-09-14" }));
  screen.getByRole("dialog");
  release();
  await screen.findByText(/^Saved/);
});

test("a change without a response can be tried again", async () => {
  const { user } = await openConfirm(noAnswer, success({ default_version: "2019-05-29" }));
  await user.click(inDialog().getByRole("button", { name: CHANGE }));
  await inDialog().findByText(
    "The server did not respond, so it is not certain that this was done. Check your connection and try again.",
  );
  await user.click(inDialog().getByRole("button", { name: CHANGE }));
  await screen.findByText(/^Saved/);
});

test("says why the server refused a change", async () => {
  const { user } = await openConfirm(failure("INVALID_FIELD"));
  await user.click(inDialog().getByRole("button", { name: CHANGE }));
  await inDialog().findByText(/^The server refused this: /);
});

async function openConfirm(...replies: Reply[]) {
  const page = await openClient({}, ...replies);
  await page.user.click(screen.getByRole("radio", { name: /2019-05-29/ }));
  await page.user.click(screen.getByRole("button", { name: `${CHANGE}…` }));
  return page;
}

const inDialog = () => within(screen.getByRole("dialog"));

const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
