import { expect, test } from "vitest";
import { z } from "zod";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { brandOf } from "../../protocol/brand/brand.ts";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { badBodies } from "../../testing/test-app/bad-bodies.ts";
import { requestSchemaOf } from "../../testing/test-app/bodies.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { outageMail } from "../documents/mail/outage-mail.ts";
import { recoveryMail } from "../documents/mail/user-mails.ts";
import { pdfPages } from "../documents/pdf/pdf-pages.fixture.ts";
import { renderReportPdf } from "../documents/pdf/render-report-pdf.ts";
import { sampleReport } from "../documents/pdf/sample-report.fixture.ts";
import { exampleOf } from "./openapi/example.ts";

const endpoints = await loadEndpoints();

/** Our name, and words that begin with it, except for "the service". */
const FOREIGN = /[Ss]ervice-?[Ll]ink|\bSERVICE-|\bService\b/;
const brand = brandOf("Acme Bank");

test.each(Object.keys(ERRORS) as ErrorCode[])("%s names no one, in any language", (code) => {
  const { error_message, display_message } = linkError(code);
  const texts = [
    error_message,
    display_message,
    ...LANGUAGES.map((language) => ERROR_WORDS[language]?.[code]),
  ].join("\n");
  expect(texts).not.toMatch(FOREIGN);
});

test("the errors of each path of the API name only the brand", async () => {
  const app = await testApp({ SERVICE_BRAND: brand.name });
  const codes = new Set<string>();
  const foreign: unknown[] = [];
  const look = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.post(path, body, headers);
    if (answer.status < 400) return;
    codes.add(String(answer.body.error_code));
    const { request_id: _, ...words } = answer.body;
    const text = JSON.stringify(words);
    if (FOREIGN.test(text)) foreign.push([path, words]);
  };
  for (const { path, request } of endpoints) {
    const schema = requestSchemaOf({ request });
    const good = z.record(z.string(), z.unknown()).parse(exampleOf(schema, {}, true));
    const own = { ...good, ...app.credentials };
    for (const body of [{}, "{", own, { ...own, secret: "wrong" }]) await look(path, body);
    for (const { body } of badBodies(schema, own)) await look(path, body);
  }
  const [{ path } = { path: "/" }] = endpoints;
  await look(path, {}, { "service-version": "2000-01-01" });
  await look(path, {}, { "acmebank-version": "no date" });
  await look(path, {}, { "content-type": "text/plain" });
  await look("/no/such/path", {});
  await look(path, `{"a":"${"x".repeat(100_000)}"}`);
  expect(foreign).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining([
      "INVALID_API_KEYS",
      "INVALID_ACCESS_TOKEN",
      "INVALID_BODY",
      "INVALID_FIELD",
      "INVALID_HEADERS",
      "MISSING_FIELDS",
      "NOT_FOUND",
      "UNKNOWN_FIELDS",
    ]),
  );
});

test("mails about institutions name only the brand", () => {
  const envelope = { mailId: "m", to: "ada@example.com" };
  const publicUrl = () => "https://link.example.com";
  const outage = {
    institutionId: "ins_1",
    kind: "item_logins",
    beganAt: 0,
    endedAt: null,
    institutionName: "Lantern Bank",
    successRate: 0.1,
  } as const;
  const names = { institutionName: "Lantern Bank", client: { name: "Shop", logo: null } };
  for (const mail of [
    outageMail({ brand, publicUrl }, envelope, outage),
    outageMail({ brand, publicUrl }, envelope, { ...outage, endedAt: 1 }),
    ...LANGUAGES.map((language) => recoveryMail({ brand }, envelope, { ...names, language })),
  ]) {
    expect(JSON.stringify(mail)).not.toMatch(FOREIGN);
    expect(JSON.stringify(mail)).toContain(brand.name);
  }
});

test("a PDF names only the brand, on its pages and in its properties", async () => {
  const pieces: Uint8Array[] = [];
  const report = await sampleReport({ accountsOfItems: [2], days: 30 });
  for await (const piece of renderReportPdf(report, brand)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const text = `${pdfPages(bytes).join("\n")}\n${bytes.toString("latin1")}`;
  expect(text).not.toMatch(FOREIGN);
  expect(text).toContain(brand.name);
});
