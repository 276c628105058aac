import type { Page } from "@playwright/test";
import { totpCode } from "../../src/server/domain/dashboard/totp.ts";
import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { setPassword, setupAddress, signOut } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

const PASSWORD = "correct horse battery";

/** The printed address for the first member of the server's client. */
const invitationAddress = ({ printed }: { printed: string }): string =>
  /Invitation\s+(\S+)/.exec(printed)?.[1] ?? "";

/**
 * Returns the code of a base32 secret, `steps` half minutes from now. A later code differs from an
 * already used code.
 */
const toCode = (secret: string, steps: number): string => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpCode(key, Math.floor(Date.now() / 30_000) + steps);
};

/** Chooses the password option on an invitation's page, and enters a password. */
const choosePassword = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Use a password and an app" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
};

/** Accepts an invitation on its page. Returns the secret of the one-time codes. */
const accept = async (page: Page, address: string): Promise<string> => {
  await page.goto(address);
  await choosePassword(page);
  const secret = (await page.locator(".totp-key code").innerText()).replace(/\s/g, "");
  await page.getByLabel(/^Code/).fill(toCode(secret, 0));
  await page.getByRole("button", { name: "Join and sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  return secret;
};

/** Creates an invitation on the page of people. Returns its address. */
const invite = async (page: Page, email: string, role: string): Promise<string> => {
  await page.getByRole("button", { name: "Invite…" }).click();
  const form = page.getByRole("dialog", { name: "Invite somebody" });
  await form.getByLabel(/^E-mail address/).fill(email);
  await form.getByRole("radio", { name: new RegExp(`^${role}`) }).click();
  await expectNoFaultInBoth(page);
  await form.getByRole("button", { name: "Invite" }).click();
  const ready = page.getByRole("dialog", { name: "The invitation is ready" });
  await expect(ready.getByRole("heading")).toBeFocused();
  const address = await ready.locator("code").innerText();
  // A browser lets a second Escape close a dialog.
  for (let press = 0; press < 2; press++) await ready.press("Escape");
  await expect(ready).toBeVisible();
  await ready.getByRole("button", { name: "Done" }).click();
  return address;
};

test("the first member joins at the printed address, invites a colleague with a role, and signs them out", async ({
  page,
  own,
  browser,
}) => {
  await page.goto(invitationAddress(own));
  await expect(page.getByRole("heading", { name: "Join First client" })).toBeFocused();
  await expectNoFaultInBoth(page);
  await page.getByLabel("E-mail address").fill("ada@shop.example");
  const address = page.url();
  await choosePassword(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectNoFaultInBoth(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const secret = (await page.locator(".totp-key code").innerText()).replace(/\s/g, "");
  await page.getByLabel(/^Code/).fill(toCode(secret, 0));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(page.url()).not.toContain("#");
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("row", { name: /^ada@shop\.example You admin/ })).toBeVisible();
  const invitation = await invite(page, "bob@shop.example", "read");
  await expect(page.getByRole("table", { name: "Invitations" })).toContainText("bob@shop.example");

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(address);
  await expect(theirs.getByText(/^This invitation was used/)).toBeVisible();
  await accept(theirs, invitation);
  await theirs.goto(`${own.api}/dashboard/keys`);
  await expect(theirs.getByText("Admins may use what is switched off here.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Create a secret…" })).toBeDisabled();
  await expectNoFaultInBoth(theirs);

  await page.reload();
  await page.getByRole("button", { name: /^Sign out bob@shop\.example: Chrome/ }).click();
  await expect(page.getByText("The session is signed out.")).toBeVisible();
  await expectNoFaultInBoth(page);
  await theirs.reload();
  await expect(theirs.getByLabel("E-mail address")).toBeVisible();

  await signOut(page);
  await page.getByLabel("E-mail address").fill("ada@shop.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel(/^Code/).fill(toCode(secret, 1));
  await expectNoFaultInBoth(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
});

/**
 * Adds an authenticator to a page's browser. Returns functions that set user verification and read
 * the passkeys.
 */
const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    verifyUser: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
};

test("an invited person joins with a passkey alone, and signs in with it", async ({
  page,
  own,
}) => {
  const { verifyUser, credentials } = await addAuthenticator(page);
  await page.goto(invitationAddress(own));
  await page.getByLabel("E-mail address").fill("ada@shop.example");
  await verifyUser(false);
  await page.getByRole("button", { name: "Join with a passkey" }).click();
  await expect(page.getByText(/^No passkey was made/)).toBeVisible();
  await verifyUser(true);
  await page.getByRole("button", { name: "Join with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(await credentials()).toMatchObject([
    { userName: "ada@shop.example", userDisplayName: "ada@shop.example" },
  ]);
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByText(/^You have no password: passkeys are your only/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Your passkeys" })).toContainText("Chrome on");
  await expect(page.getByRole("button", { name: /^Remove the passkey/ })).toHaveCount(0);
  await expectNoFaultInBoth(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
});

test("a member adds a passkey and signs in with it, until it is removed", async ({ page, own }) => {
  await addAuthenticator(page);
  await setPassword(page, setupAddress(own));
  await page.getByRole("link", { name: "People" }).click();
  await accept(page, await invite(page, "eve@ops.example", "admin"));
  await page.goto(`${own.api}/dashboard/people`);
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  await expect(page.getByText("The passkey signs you in from now on.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Your passkeys" })).toContainText("Chrome on");
  await expectNoFaultInBoth(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
  await page.getByRole("button", { name: /^Remove the passkey of Chrome/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  // The passkey has opened this session, which ends with the passkey.
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey does not sign in here.")).toBeVisible();
});

test("the operator invites people of the operator, who see all clients", async ({ page, own }) => {
  await setPassword(page, setupAddress(own));
  await expect(page.getByRole("heading", { name: "Clients" })).toBeVisible();
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { name: "No members yet" })).toBeVisible();
  const invitation = await invite(page, "eve@ops.example", "developer");
  await signOut(page);
  await accept(page, invitation);
  await expect(page.getByRole("heading", { name: "Clients" })).toBeVisible();
  await expect(page.getByText("Admins may use what is switched off here.")).toBeVisible();
});
