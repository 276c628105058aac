import { expectNoFault } from "../support/accessibility.ts";
import { linkIn } from "../support/link.ts";
import { expect, test as own } from "../support/own-server.ts";
import { command, type Running } from "../support/server.ts";

const test = own.extend({
  variables: async ({ browserName: _ }, use) => use({ DOORS: "gocardless" }),
});

/**
 * Creates a grant of an application, and a requisition under the grant. Returns the requisition's
 * link, and the command that ends the grant.
 */
const requisition = async ({ api, folder }: Running, user_language: string) => {
  const grants = (...line: string[]) => command(folder, ["grants", ...line]);
  const output = await grants("create", "--name", "Ledger", "--door", "gocardless");
  const printed = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? "";
  const post = async (path: string, body: object, token?: string) =>
    (
      await fetch(`${api}/gocardless/api/v2${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
    ).json();
  const keys = { secret_id: printed("id"), secret_key: printed("key") };
  const { access } = await post("/token/new/", keys);
  const redirect = `${api}/terms`;
  const fields = { redirect, institution_id: "ins_109508", user_language };
  const { link } = await post("/requisitions/", fields, access);
  return { link: String(link), end: () => grants("end", printed("id")) };
};

const SENTENCES = {
  en: "The request of Ledger has ended. Nothing was connected.",
  fr: "La demande de Ledger a pris fin. Rien n’a été connecté.",
};

for (const [language, sentence] of Object.entries(SENTENCES))
  test(`a user reads in ${language} that the application's request has ended, and its link is over`, async ({
    page,
    own: server,
  }) => {
    const { link: url, end } = await requisition(server, language);
    await page.goto(url);
    await page.locator("#go").click();
    const link = linkIn(page);
    await link.getByTestId("credential-username").fill("user_good");
    await link.getByTestId("credential-password").fill("pass_good");
    await end();
    await link.getByTestId("submit").click();
    await expect(link.getByText(sentence)).toBeVisible();
    await expectNoFault(page);
    await page.goto("about:blank");
    await page.goto(url);
    await expect(page.locator("html")).toHaveAttribute("data-state", "over");
    await expect(page.getByRole("heading")).toHaveText("This link no longer works");
  });
