import type { FrameLocator } from "@playwright/test";
import { call, exchange } from "./support/api.ts";
import { callback, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const CLIENT = "Épicerie";

/** Words that occur in most English sentences, but in no French sentence. */
const ENGLISH =
  /(?<!\p{L})(the|your|you|and|with|this|that|these|those|please|enter|choose|account|accounts|password|user|sign|answer|which|deposits?|connect|connected|find|search|again|try|close|back|cannot|not|is|are|was|has|what|from|to|of|in)(?!\p{L})/iu;

/** The visible and accessible texts of the window, without the names of banks and accounts. */
const fetchTexts = (link: FrameLocator): Promise<string[]> =>
  link.locator("body").evaluate((body) => {
    const words: string[] = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.closest("[hidden],script,style")) continue;
        for (const name of ["aria-label", "placeholder", "title", "alt"])
          words.push(node.getAttribute(name) ?? "");
      } else if (!node.parentElement?.closest("[hidden],script,style,[data-testid^=account-]"))
        words.push(node.textContent ?? "");
    }
    return words.map((text) => text.trim()).filter((text) => text !== "");
  });

/** Expects a view without English words. A word of the view identifies it. */
const expectFrench = async (link: FrameLocator, sign: RegExp): Promise<void> => {
  await expect(link.locator("section:not([hidden])")).toContainText(sign);
  const names = await link.locator(".name, .names").allTextContents();
  const words = (await fetchTexts(link))
    .filter((text) => !names.some((name) => name.includes(text)))
    // Names of banks, codes, and the sandbox's answers are not translated.
    .map((text) => text.replaceAll(/\S+ (Platypus )?Bank|\S*_\S*/g, ""));
  expect(words.length).toBeGreaterThan(2);
  expect(words.filter((text) => ENGLISH.test(text))).toEqual([]);
};

const french = (config: Record<string, unknown> = {}) => ({
  config: { language: "fr", clientName: CLIENT, ...config },
});

// demo/views/french.test.tsx renders every view in French.
test("a login is French from the list to the last view", async ({ page, host }) => {
  const link = await openLink(page, host.url(french()));
  await expectFrench(link, /Choisissez votre établissement/);
  const search = link.getByTestId("institution-search");
  await search.fill("qqqq");
  await expectFrench(link, /Aucun établissement trouvé/);
  await search.fill("");
  await signIn(page, /First Platypus/, "wrong");
  await expectFrench(link, /Ces identifiants ne correspondent pas/);
  await link.getByTestId("credential-password").fill("mfa_selections_1_2_2");
  await link.getByTestId("submit").click();
  await expectFrench(link, /Laquelle de ces réponses/);
  await link.getByTestId("close").click();
  await expectFrench(link, /Quitter/);
  await link.getByTestId("stay").click();
  for (const questions of await link.getByRole("radiogroup").all())
    await questions.getByRole("radio").first().check();
  await link.getByTestId("submit").click();
  await expectFrench(link, /Choisissez vos comptes/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await expectFrench(link, /Connexion à .+ réussie/);
});

test("numbers by hand are French from the form to the amounts, and bear a name", async ({
  page,
  host,
  server,
}) => {
  const user = { legalName: "Jeanne Martin", emailAddress: "jeanne@mail.example" };
  const config = { product: ["auth"], user };
  const link = await openLink(page, host.url(french(config)));
  await link.getByTestId("institution-search").fill("qqqq");
  await expectFrench(link, /Absent de la liste.*Saisir les numéros de compte/);
  await link.getByTestId("institution-search").fill("saisir");
  await link.getByRole("button", { name: "Saisir les numéros de compte" }).click();
  await expectFrench(link, /Numéro de compte/);
  await link.getByTestId("credential-routing_number").fill("021000021");
  await link.getByTestId("credential-account_number").fill("1111222233330000");
  await link.getByRole("combobox").selectOption("checking");
  await link.getByRole("checkbox").check();
  await link.getByTestId("submit").click();
  await expectFrench(link, /Deux petits virements arriveront/);
  await expect(link.getByRole("heading", { level: 1 })).toHaveText(
    "Vos numéros de compte sont enregistrés",
  );
  await link.getByTestId("finish").click();
  const [publicToken, metadata] = await callback(page, "onSuccess");
  expect(metadata).toMatchObject({
    institution: { name: "Saisie manuelle", institution_id: "ins_900000" },
    accounts: [{ name: "Compte courant", mask: "0000" }],
  });

  const { accessToken } = await exchange(server, publicToken);
  const { public_token: token } = await call(server, "/item/public_token/create", {
    access_token: accessToken,
  });
  await openLink(page, host.url(french({ ...config, token })));
  await expectFrench(link, /Quels montants avez-vous reçus/);
  await link.getByTestId("credential-first_amount").fill("0,02");
  await link.getByTestId("credential-second_amount").fill("0,01");
  await link.getByTestId("submit").click();
  await expectFrench(link, /Votre compte est confirmé/);
});
