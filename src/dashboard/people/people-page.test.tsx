import { screen, within } from "@testing-library/preact";
import { expect, onTestFinished, test, vi } from "vitest";
import type { MemberRole } from "../../protocol/dashboard/member-role.ts";
import { answers, failure, openAt, type Reply, success } from "../open-dashboard.fixture.tsx";

const member = (name: string, role: MemberRole) => ({
  ...{ member_id: name, email: `${name}@shop.example`, role, created_at: 0, signed_in_at: null },
});
const PEOPLE = {
  members: [member("ada", "admin"), member("bob", "read")],
  invitations: [
    {
      ...{ invitation_id: "i1", email: null, role: "read", invited_by: "ada@shop.example" },
      ...{ created_at: 0, expires_at: Date.now() },
    },
  ],
  sends_mail: false,
};

const SESSIONS = {
  sessions: [
    { session_id: "s1", email: "ada@shop.example", is_own: true, is_current: true },
    { session_id: "s2", email: "ada@shop.example", is_own: true, is_current: false },
    { session_id: "s3", email: "bob@shop.example", is_own: false, is_current: false },
  ].map((session) => ({
    ...session,
    ...{ browser: "Firefox on Linux", address: "203.0.113.7", opened_at: 0, seen_at: 0 },
  })),
};

/** Returns the client in the view of a member with a role. */
const seenBy =
  (role: MemberRole): Reply =>
  async () => {
    const answer = await (await success()()).json();
    const own = { member_id: "ada", email: "ada@shop.example" };
    return new Response(JSON.stringify({ ...answer, role, member: own }));
  };

const openPeople = async (role: MemberRole, ...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/people",
    seenBy(role),
    answers(PEOPLE),
    answers(SESSIONS),
    ...replies,
  );
  await screen.findByRole("table", { name: "Members" });
  await screen.findByRole("table", { name: "Sessions" });
  return page;
};

const button = (name: string) => screen.getByRole("button", { name });

test("an admin invites somebody, and the address stays until it is taken", async () => {
  const url = "https://link.example/dashboard/invitation#token";
  const invited = answers({ ...PEOPLE, url, mailed: false });
  const { user, requests } = await openPeople("admin", invited, answers(PEOPLE));
  await user.click(button("Invite…"));
  const dialog = within(screen.getByRole("dialog", { name: "Invite somebody" }));
  await user.type(dialog.getByLabelText(/^E-mail address/), "eve@shop.example");
  await user.click(dialog.getByRole("radio", { name: /^developer/ }));
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  const ready = within(await screen.findByRole("dialog", { name: "The invitation is ready" }));
  ready.getByText(url);
  expect(requests[3]).toEqual([
    "/dashboard/api/people/invite",
    { email: "eve@shop.example", role: "developer" },
  ]);
  await user.click(ready.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(url)).toBeNull();
});

test("a role is changed with the one that was seen, and a refusal stays in the dialog", async () => {
  const { user, requests } = await openPeople("admin", failure("STALE_FIELD"), answers(PEOPLE));
  await user.click(button("Change the role of bob@shop.example"));
  const dialog = within(screen.getByRole("dialog", { name: "Role of bob@shop.example" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(requests).toHaveLength(3);
  await user.click(dialog.getByRole("radio", { name: /^admin/ }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText(/refused/);
  expect(requests[3]).toEqual([
    "/dashboard/api/people/role",
    { member_id: "bob", role: "admin", expected: { role: "read" } },
  ]);
});

test.each([
  ["Remove bob@shop.example", "Remove", "people/remove", { member_id: "bob" }],
  [
    "Invite again: bob@shop.example",
    "Make the invitation",
    "people/invite",
    { email: "bob@shop.example", role: "read" },
  ],
  [
    "Withdraw the invitation for anybody with the link",
    "Withdraw",
    "people/withdraw",
    { invitation_id: "i1" },
  ],
])("%s asks before", async (name, yes, path, body) => {
  const { user, requests } = await openPeople("admin", answers(PEOPLE), answers(PEOPLE));
  await user.click(button(name));
  expect(requests).toHaveLength(3);
  await user.click(button(yes));
  expect(requests[3]).toEqual([`/dashboard/api/${path}`, body]);
});

test("sessions are signed out one by one, or all others at once", async () => {
  const { user, requests } = await openPeople(
    "read",
    answers(SESSIONS),
    answers(SESSIONS),
    answers(SESSIONS),
  );
  const table = within(screen.getByRole("table", { name: "Sessions" }));
  expect(table.getAllByRole("button")).toHaveLength(2);
  await user.click(button("Sign out bob@shop.example: Firefox on Linux"));
  await screen.findByText("The session is signed out.");
  await user.click(button("Sign out all my others"));
  await screen.findByText("You are signed out everywhere else.");
  const paths = requests.filter(([path]) => path.endsWith("people/sign-out"));
  expect(paths.map(([, body]) => body)).toEqual([{ session_id: "s3" }, {}]);
});

test("the list of invitations says who made each", async () => {
  await openPeople("read");
  const table = within(screen.getByRole("table", { name: "Invitations" }));
  table.getByRole("cell", { name: "ada@shop.example" });
});

test("a sign-in that is too old to invite a member again is made again", async () => {
  const refused = failure("STALE_DASHBOARD_SESSION");
  const { user, requests } = await openPeople("admin", refused, refused, answers({}));
  const inviteAgain = async () => {
    await user.click(button("Invite again: bob@shop.example"));
    await user.click(button("Make the invitation"));
  };
  await inviteAgain();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await inviteAgain();
  await user.click(await screen.findByRole("button", { name: "Sign in again" }));
  await screen.findByText("Sign in again to invite a member again.");
  expect(requests.at(-1)).toEqual(["/dashboard/api/sign-out", {}]);
});

/** Opens the page of a member in a browser that has passkeys. */
const openPasskeys = async (passkeys: object, ...replies: Reply[]) => {
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: () => ({}) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await openAt(
    "/dashboard/people",
    ...[seenBy("read"), answers(PEOPLE), answers(passkeys), answers(SESSIONS), ...replies],
  );
  await screen.findByRole("table", { name: "Sessions" });
  return page;
};

test("a sign-in that is too old for a change of passkeys is made again, at the same address", async () => {
  const refused = failure("STALE_DASHBOARD_SESSION");
  const { user, requests } = await openPasskeys(
    { passkeys: [], has_password: true },
    ...[refused, refused, answers({})],
  );
  await user.click(button("Add a passkey…"));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(button("Add a passkey…"));
  await user.click(await screen.findByRole("button", { name: "Sign in again" }));
  await screen.findByText("Sign in again to change your passkeys.");
  expect(requests.at(-1)).toEqual(["/dashboard/api/sign-out", {}]);
  expect(location.pathname).toBe("/dashboard/people");
});

test("a member without a password is told so, and keeps the last passkey", async () => {
  const passkey = { passkey_id: "p1", name: "Firefox on Linux", created_at: 0, used_at: null };
  await openPasskeys({ passkeys: [passkey], has_password: false });
  screen.getByText(/^You have no password: passkeys are your only way to sign in/);
  within(screen.getByRole("table", { name: "Your passkeys" })).getByText("Firefox on Linux");
  expect(
    screen.queryByRole("button", { name: "Remove the passkey of Firefox on Linux" }),
  ).toBeNull();
});

test("a role below admin sees the people, and that it may not change them", async () => {
  await openPeople("developer");
  screen.getByText(/^Admins may use what is switched off here\. Your role is “developer”\.$/);
  for (const name of ["Invite…", "Remove bob@shop.example"])
    expect(button(name).closest("fieldset")?.disabled).toBe(true);
});
