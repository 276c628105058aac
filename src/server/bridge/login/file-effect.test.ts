import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
const ROWS = ["02.01.2026;18,40;Alpha", "13.01.2026;-250,00;Beta", "14.01.2026;23,00;Gamma"];
const FILE = Buffer.from(["Date;Amount;Text;SAMPLE-", ...ROWS, "15.01.2026;1,00;Delta"].join("\n"));

/** A session at the questions about a file's columns, with the default answers. */
const openTable = async (language = "en") => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"], language });
  await link.bridge("institution/select", FILES);
  const credentials = { file: FILE.toString("base64"), bank: "Lantern Bank" };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { request_id: _, ...answer } = body;
  const { challenge } = LoginResponse.parse(answer);
  if (challenge?.type !== "selections") throw new Error("there is no table");
  const { questions } = challenge;
  const chosen = questions.map((each) => each.chosen ?? "");
  const effectOf = async (answers: string[]) =>
    (await link.bridge("file/effect", { answers })).body.effect;
  return { link, questions, chosen, effectOf };
};

test("the effect of a table's answers is its payments, their days and the first amounts", async () => {
  const { chosen, effectOf } = await openTable();
  // Intl writes thin spaces around a dash.
  expect(String(await effectOf(chosen)).replace(/\s/g, " ")).toBe(
    "4 payments, January 2 – 15, 2026: +18.40 · −250.00 · +23.00 …",
  );
});

test("another answer changes the effect, and the file is added as it says", async () => {
  const { link, questions, chosen, effectOf } = await openTable();
  const turned = questions.map(({ pictures, options }, at) =>
    pictures ? (options[1] ?? "") : (chosen[at] ?? ""),
  );
  expect(turned).not.toEqual(chosen);
  expect(await effectOf(turned)).toContain("−18.40 · +250.00 · −23.00 …");
  const { body } = await link.bridge("mfa/submit", { answers: turned });
  expect(body.selection ?? body.connection).toBeTruthy();
});

test("answers by which the file cannot be read have the reason for an effect", async () => {
  const { questions, chosen, effectOf } = await openTable();
  const swapped = [chosen[1] ?? "", chosen[0] ?? "", ...chosen.slice(2)];
  expect(await effectOf(swapped)).toMatch(/We cannot read this/);
  const left = questions.map(({ options }, at) =>
    at === 0 ? (options[0] ?? "") : (chosen[at] ?? ""),
  );
  expect(await effectOf(left)).toBe("Choose the column for “Date”.");
});

test("the effect is in the session's language, and there is none before a file", async () => {
  const { chosen, effectOf } = await openTable("fr");
  expect(await effectOf(chosen)).toBe(
    "4 opérations, 2–15 janvier 2026\u00a0: +18,40 · −250,00 · +23,00 …",
  );
  const app = await testApp();
  const { bridge } = await app.startLink({ product: ["transactions"] });
  expect((await bridge("file/effect", { answers: ["x"] })).body.effect).toBeNull();
});
