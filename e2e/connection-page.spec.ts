import { expectNoFault } from "./support/accessibility.ts";
import { openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test.use({ locale: "fr-FR" });

test("a connection is shown and ended in French, with no empty heading", async ({
  page,
  context,
  host,
}) => {
  const link = await openLink(
    page,
    host.url({ config: { language: "fr", product: ["transactions", "assets"] } }),
  );
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  const newPage = context.waitForEvent("page");
  await link.getByTestId("manage").click();
  const my = await newPage;
  await expect(my.locator("html")).toHaveAttribute("lang", "fr");
  await expect(my.getByRole("heading", { name: "Comptes visibles" })).toBeVisible();
  await expectNoFault(my);
  await my.getByRole("button", { name: "Déconnecter" }).click();
  await expect(my.getByText("Déconnecter\u00a0?")).toBeVisible();
  await expectNoFault(my);
  await my.getByRole("button", { name: "Oui, déconnecter" }).click();
  await expect(my.getByText("Plus connecté")).toBeVisible();
  await expectNoFault(my);
});
