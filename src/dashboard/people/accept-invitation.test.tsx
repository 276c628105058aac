import { act, screen } from "@testing-library/preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { answers, failure, openAt, type Reply, success } from "../open-dashboard.fixture.tsx";

const INVITATION = {
  ...{ email: "ada@shop.example", role: "developer", owner: "Shop", is_member: false },
  totp: { secret: "ABCDEFGHIJ", qr: "<svg/>", sealed: "sealed" },
};

const openInvitation = async (...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/invitation#token",
    failure("INVALID_DASHBOARD_SESSION"),
    ...replies,
  );
  await page.ready;
  await act(() => page.showMode("invitation"));
  return page;
};

test("an invited person chooses a password, scans the key and is signed in", async () => {
  const { user, requests } = await openInvitation(answers(INVITATION), success());
  const title = await screen.findByRole("heading", { name: "Join Shop" });
  expect(document.activeElement).toBe(title);
  screen.getByText(/^You are invited as developer: you may see everything, and change webhooks/);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail address").value).toBe("ada@shop.example");
  screen.getByText("ABCD EFGH IJ");
  expect(screen.getByRole("img").getAttribute("src")).toBe("data:image/svg+xml,%3Csvg%2F%3E");
  await user.type(screen.getByLabelText("Password"), "short");
  await user.click(screen.getByRole("button", { name: "Join and sign in" }));
  expect(screen.getByRole("alert").textContent).toMatch(/at least 12 characters/);
  await user.type(screen.getByLabelText("Password"), " and some more");
  await user.type(screen.getByLabelText(/^Code/), "123 456");
  await user.click(screen.getByRole("button", { name: "Join and sign in" }));
  await screen.findByRole("link", { name: "Settings" });
  expect(requests.slice(1, 3)).toEqual([
    ["/dashboard/api/invitation", { token: "token" }],
    [
      "/dashboard/api/invitation/accept",
      { token: "token", password: "short and some more", sealed: "sealed", code: "123456" },
    ],
  ]);
});

test("an invitation that is not good any more says so", async () => {
  await openInvitation(failure("INVALID_FIELD", { display_message: "It is too old." }));
  await screen.findByText("It is too old.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

const RESPONSE = {
  ...{ clientDataJSON: "data", authenticatorData: "authenticator" },
  ...{ publicKey: "key", publicKeyAlgorithm: -7 },
};

/** A browser whose user answers the dialog for a new passkey. */
const stubPasskeys = (answer: () => Promise<unknown>) => {
  class Credential {
    static parseRequestOptionsFromJSON = (options: object) => options;
    static parseCreationOptionsFromJSON = (options: object) => options;
    toJSON = () => ({ id: "id", response: { ...RESPONSE, transports: ["internal"] } });
  }
  const create = vi.fn(async (_: object) => (await answer()) ?? new Credential());
  vi.stubGlobal("PublicKeyCredential", Credential);
  vi.stubGlobal("navigator", { ...navigator, credentials: { create } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return create;
};

const button = (name: string) => screen.getByRole("button", { name });

test("an invited person joins with a passkey alone, for the address that they choose", async () => {
  const create = stubPasskeys(async () => undefined);
  const options = { challenge: "challenge" };
  const { user, requests } = await openInvitation(
    answers({ ...INVITATION, email: null }),
    answers({ options, sealed: "sealed challenge" }),
    success(),
  );
  await screen.findByRole("heading", { name: "Join Shop" });
  expect(screen.queryByLabelText("Password")).toBeNull();
  await user.click(button("Join with a passkey"));
  expect(screen.getByRole("alert").textContent).toBe("Enter your e-mail address.");
  await user.type(screen.getByLabelText("E-mail address"), " eve@shop");
  await user.click(button("Join with a passkey"));
  expect(screen.getByRole("alert").textContent).toMatch(/^Enter a whole e-mail address/);
  await user.type(screen.getByLabelText("E-mail address"), ".example");
  await user.click(button("Join with a passkey"));
  await screen.findByRole("link", { name: "Settings" });
  expect(create.mock.calls).toEqual([[{ publicKey: options }]]);
  const credential = { id: "id", response: RESPONSE };
  expect(requests.slice(2, 4)).toEqual([
    ["/dashboard/api/invitation/passkey/start", { token: "token", email: "eve@shop.example" }],
    [
      "/dashboard/api/invitation/passkey",
      { token: "token", sealed: "sealed challenge", credential },
    ],
  ]);
});

test("a refused or cancelled passkey leaves the way by password, and back", async () => {
  stubPasskeys(() => Promise.reject(new Error("NotAllowedError")));
  const { user, requests } = await openInvitation(
    answers({ ...INVITATION, is_member: true }),
    failure("INVALID_FIELD", { display_message: "It was withdrawn." }),
    answers({ options: { challenge: "challenge" }, sealed: "sealed" }),
  );
  await screen.findByRole("heading", { name: "Set your sign-in again" });
  await user.click(button("Make a new passkey"));
  await screen.findByText("It was withdrawn.");
  await user.click(button("Make a new passkey"));
  await screen.findByText("No passkey was made. Try again, or use a password.");
  expect(requests).toHaveLength(4);
  await user.click(button("Use a password and an app"));
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(screen.getByRole("alert").textContent).toBe("");
  await user.click(button("Use a passkey"));
  expect(screen.queryByLabelText("Password")).toBeNull();
});
