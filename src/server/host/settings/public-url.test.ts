import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readSettings } from "./settings.ts";

test.each([
  ["https://link.example.com", "https://link.example.com"],
  ["https://link.example.com/", "https://link.example.com"],
  ["https://link.example.com:8443", "https://link.example.com:8443"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("PUBLIC_URL %s is accepted", (PUBLIC_URL, origin) => {
  expect(readSettings({}, { PUBLIC_URL }).publicUrl).toBe(origin);
});

test.each([
  "link.example.com",
  "",
  "http://link.example.com",
  "https://link.example.com/base",
  "https://link.example.com?a=b",
  "https://user:secret@link.example.com",
  "ftp://localhost",
  "javascript:alert(1)",
])("PUBLIC_URL %j is refused", (PUBLIC_URL) => {
  expect(() => readSettings({}, { PUBLIC_URL })).toThrow(/^PUBLIC_URL: must be /);
});

test("without PUBLIC_URL the origin is the address that the server listens at", async () => {
  const app = await testApp();
  const port = await app.listen({ host: "localhost", port: 0 });
  expect(app.services.publicUrl()).toBe(`http://localhost:${port}`);
});

test("PUBLIC_URL overrides the address that the server listens at", async () => {
  const app = await testApp({ PUBLIC_URL: "https://link.example.com" });
  await app.listen({ host: "localhost", port: 0 });
  expect(app.services.publicUrl()).toBe("https://link.example.com");
});
