import type { Page } from "@playwright/test";
import { freePorts } from "../../src/testing/free-ports.ts";
import { startIdentityProvider } from "../../src/testing/start-identity-provider.ts";
import { expectNoFault } from "../support/accessibility.ts";
import { signOut } from "../support/dashboard.ts";
import { dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const signInAtProvider = (page: Page) =>
  page.getByRole("link", { name: "Sign in with single sign-on" }).click();

test("the operator signs in at an identity provider and out, and is told why a sign-in failed", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const [port = 0] = await freePorts(1);
  const api = `http://localhost:${port}`;
  const provider = await startIdentityProvider(`${api}/dashboard/oidc/return`);
  const first = await serve(folder, port, provider.settings, ["--no-demo"]);

  await page.goto(`${api}/dashboard`);
  await page.getByRole("button", { name: "Use the operator's password" }).click();
  await expectNoFault(page);
  await signInAtProvider(page);
  await expect(page.getByRole("heading", { name: "Clients", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard(\/clients)?$/);
  await signOut(page);
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  provider.person.email = "eve@example.com";
  await page.goto(`${api}/dashboard/oidc/start`);
  await expect(page.getByText("OPERATOR_OIDC_ALLOW does not name you")).toBeVisible();
  await expectNoFault(page);
  await page.goto(`${api}/dashboard/oidc/return?code=another&state=another`);
  await expect(page.getByText("The sign-in failed or took too long.")).toBeVisible();

  provider.person.email = "ada@example.com";
  await signInAtProvider(page);
  await expect(page.getByRole("heading", { name: "Clients", exact: true })).toBeVisible();
  await first.stop();
  const second = await serve(
    folder,
    port,
    { ...provider.settings, OPERATOR_OIDC_ALLOW: "eve@example.com" },
    ["--no-demo"],
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await provider.close();
  await page.goto(`${api}/dashboard/oidc/start`);
  await expect(page.getByText("The identity provider cannot be reached.")).toBeVisible();
  await second.stop();
  remove();
});
