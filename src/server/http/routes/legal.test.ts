import { expect, test } from "vitest";
import { LEGAL_TEXTS } from "../../../i18n/legal.ts";
import { LANGUAGES } from "../../../protocol/vocabulary.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { legalPage } from "./legal.ts";

const pages = (["terms", "privacy"] as const).flatMap((page) =>
  LANGUAGES.map((language) => ({ page, language })),
);

test.each(pages)("our own $page page is there in $language, and runs nothing", async (each) => {
  const { server } = await testApp();
  const { page, language } = each;
  const answer = await server.inject({ method: "GET", url: legalPage(page, language) });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'; report-to csp; report-uri [/]csp-reports$/,
  );
  expect(answer.body).toContain(`<html lang="${language}">`);
  const { title, parts } = LEGAL_TEXTS[language][page];
  for (const words of [title, ...parts.flat()]) expect(answer.body).toContain(words);
});

test("its texts have no characters that mean markup", () => {
  for (const texts of Object.values(LEGAL_TEXTS))
    for (const { title, parts } of Object.values(texts))
      for (const words of [title, ...parts.flat()]) expect(words).not.toMatch(/[<>&"]/);
});

test("an unknown language is English, and an unknown page gets 404", async () => {
  const { server } = await testApp();
  const get = (url: string) => server.inject({ method: "GET", url });
  expect((await get("/legal/terms?language=xx")).body).toContain('lang="en"');
  expect((await get("/legal/terms?language=fr&language=en")).body).toContain('lang="en"');
  expect((await get("/legal/cookies")).statusCode).toBe(404);
});
