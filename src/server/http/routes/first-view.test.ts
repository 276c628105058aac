import { expect, test } from "vitest";
import { en, fr } from "../../../i18n/words.fixture.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import { FIRST_VIEW_SIZE, toRow } from "../../bridge/session/session-state.ts";
import { createSandboxConnector } from "../../connectors/sandbox/connector.ts";
import { createDirectory } from "../../domain/connectors/directory.ts";
import { firstView } from "./first-view.ts";

const directory = createDirectory([createSandboxConnector()]);
const LISTED = { clientName: "Shop", product: "auth" };

const viewOf = (query: Record<string, unknown>) => firstView(query, directory);
const rows = (query: Record<string, unknown>) =>
  [...viewOf(query).body.matchAll(/data-testid="institution-(ins_\d+)"/g)].map(([, id]) => id);

test("the document comes with the institutions of the countries and products that are asked for", () => {
  expect(rows(LISTED)).toHaveLength(FIRST_VIEW_SIZE);
  const french = rows({ ...LISTED, countryCodes: "FR" });
  expect(french.length).toBeGreaterThan(0);
  expect(rows(LISTED)).not.toEqual(expect.arrayContaining(french));
  const others = rows({ ...LISTED, countryCodes: "GB", product: "identity" });
  expect(others).not.toEqual(rows({ ...LISTED, countryCodes: "GB" }));
});

test("it speaks the language that is asked for, wears the theme, and names whom it is for", () => {
  const { language, theme, body } = viewOf({ ...LISTED, language: "fr", theme: "dark" });
  expect([language, theme]).toEqual(["fr", "dark"]);
  expect(body).toContain(fr.selectInstitution);
  expect(body).toContain(fr.sharing("Shop"));
  expect(viewOf({ ...LISTED, language: "xx", theme: "pink" })).toMatchObject({
    language: "en",
    theme: undefined,
    body: expect.stringContaining(en.sharing("Shop")),
  });
});

test("the search names the country if there is one, in the user's language", () => {
  const placeholder = (changes: object) =>
    /placeholder="([^"]*)"/.exec(viewOf({ ...LISTED, ...changes }).body)?.[1];
  expect(placeholder({})).toBe("Search by name · United States");
  expect(placeholder({ countryCodes: "DE", language: "fr" })).toMatch(/ · Allemagne$/);
  expect(placeholder({ countryCodes: "DE,FR" })).toBe("Search by name");
});

test("the trust facts are above the list, unless a consent says them", () => {
  const facts = (changes: object) => [...viewOf({ ...LISTED, ...changes }).body.matchAll(/<dt>/g)];
  expect(facts({})).toHaveLength(5);
  expect(facts({ countryCodes: "GB" })).toEqual([]);
  expect(facts({ token: "link-sandbox-1" })).toEqual([]);
});

test("it lists nothing if a token decides the list, or if its content is unknown", () => {
  for (const query of [
    { ...LISTED, token: "link-sandbox-1" },
    { ...LISTED, token: "" },
    { product: "auth" },
    { clientName: ["Shop", "Other"], product: "auth" },
    { clientName: "Sho\u202ep", product: "auth" },
    { clientName: "S".repeat(61), product: "auth" },
    { clientName: "Shop" },
  ]) {
    expect(rows(query)).toEqual([]);
    expect(viewOf(query).body).toContain(en.starting);
  }
});

test("no row goes by another name than its own, since the script reads the name from it", () => {
  for (const country of COUNTRY_CODES)
    for (const institution of directory.list({ countryCodes: [country], products: [] }))
      expect(toRow(institution, "fr").label).toBeUndefined();
});

test("no name breaks out of its text", () => {
  const attack = `"'><script>1</script><img src=x onerror=alert(1)>&amp;`;
  const query = {
    rows: () =>
      directory
        .list({ countryCodes: ["US"], products: [] })
        .map((institution) => ({ institution: rename(institution) })),
  } as unknown as typeof directory;
  const rename = <I extends object>(institution: I) => ({ ...institution, name: attack });
  const { body } = firstView({ ...LISTED, clientName: attack }, query);
  expect(body.match(/&lt;script>|&lt;script&gt;/g)?.length).toBeGreaterThan(FIRST_VIEW_SIZE);
  expect(body).not.toMatch(/<script|<img/);
});

test("the document includes the chunks that its script needs at once, and no others", () => {
  expect(viewOf(LISTED).chunks).toEqual(["guard"]);
  expect(viewOf({ ...LISTED, embedded: "" }).chunks).toEqual(["guard", "embedded"]);
  expect(viewOf({ ...LISTED, isWebview: "true" }).chunks).toEqual(["webview"]);
  expect(viewOf({ ...LISTED, isWebview: "true", language: "fr" }).chunks).toEqual([
    "webview",
    "fr",
  ]);
});
