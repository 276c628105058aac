import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const report = async ({ request }: App, body: unknown, type = "application/csp-report") => {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": type };
  return (await request({ method: "POST", url: "/csp-reports", headers, payload })).statusCode;
};
const violationsIn = ({ logged }: App) => logged.flatMap((line) => JSON.parse(line).csp ?? []);

const OLD = {
  "csp-report": {
    "document-uri": "https://link.example/link.html?token=link-sandbox-secret",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?secret",
  },
};
const NEW = [
  {
    type: "csp-violation",
    body: {
      documentURL: "https://link.example/dashboard",
      effectiveDirective: "img-src",
      blockedURL: "inline",
    },
  },
];

test("a blocked URL is logged without its query, from both formats of reports", async () => {
  const app = await testApp();
  expect(await report(app, OLD)).toBe(204);
  expect(await report(app, NEW, "application/reports+json")).toBe(204);
  expect(violationsIn(app)).toEqual([
    { directive: "script-src-elem", blocked: "https://evil.example", page: "/link.html" },
    { directive: "img-src", blocked: "inline", page: "/dashboard" },
  ]);
  expect(app.logged.join("")).not.toContain("secret");
});

test("no more than thirty reports a minute are logged, from all browsers together", async () => {
  const app = await testApp();
  for (let n = 0; n < 40; n++) await report(app, OLD);
  expect(violationsIn(app)).toHaveLength(30);
  app.advanceClock(60_000);
  await report(app, OLD);
  expect(violationsIn(app)).toHaveLength(31);
});

test.each([
  ["{", "application/csp-report", 204],
  [{}, "application/csp-report", 204],
  [[{ type: "crash", body: {} }], "application/reports+json", 204],
  [OLD, "text/plain", 400],
  ["x".repeat(20_000), "application/csp-report", 400],
])("%j as %s is no report, and nothing is logged of it", async (body, type, status) => {
  const app = await testApp();
  expect(await report(app, body, type)).toBe(status);
  expect(violationsIn(app)).toEqual([]);
});

test("the log repeats only URLs and words of a report", async () => {
  const app = await testApp();
  await report(app, {
    "csp-report": { "document-uri": "<b>x", "effective-directive": "UPPER\n", "blocked-uri": 7 },
  });
  expect(violationsIn(app)).toEqual([
    { directive: "unknown", blocked: "unknown", page: "unknown" },
  ]);
});
