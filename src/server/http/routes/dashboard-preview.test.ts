import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { brandOf } from "../../../protocol/brand/brand.ts";
import { PREVIEW_MAILS } from "../../../protocol/dashboard/preview.ts";
import { signedIn, signedInMember } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readAssets } from "../assets.ts";
import { brandAssets } from "../brand-assets.ts";
import { hashSource } from "../content-security-policy.ts";
import { dashboardPreviewRoutes } from "./dashboard-preview.ts";

describe("a document that previews a brand", () => {
  test("runs this server's own files, in frames of this server alone, under its name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "dashboard/preview/assets"), { recursive: true });
    const link =
      '<html lang="en"><title>Link</title><style>a{}</style><script>0</script><body><div id="root"></div></body>';
    writeFileSync(join(folder, "link.html"), link);
    for (const name of ["link", "account"])
      writeFileSync(join(folder, `dashboard/preview/${name}.html`), `<html lang="en">${name}`);
    writeFileSync(join(folder, "dashboard/preview/assets/link-1.js"), "1");
    const assets = brandAssets(readAssets(folder), brandOf("Acme"));
    const app = fastify();
    onTestFinished(() => app.close());
    const { services } = await testApp();
    await app.register(cookie);
    dashboardPreviewRoutes(app, services, assets, false);
    for (const name of ["link", "account"]) {
      const { body, headers } = await app.inject({ url: `/dashboard/preview/${name}` });
      expect(body).toBe(`<html data-brand="Acme" lang="en">${name}`);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).toContain("frame-ancestors 'self'; require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|http|\*|connect-src/);
    }
    expect([...assets.files.keys()]).toEqual(["/dashboard/preview/assets/link-1.js"]);
    expect(assets.files.get("/dashboard/preview/assets/link-1.js")?.cacheControl).toContain(
      "immutable",
    );
  });

  test("is not there if it was not built", async () => {
    const { server } = await testApp();
    for (const name of ["link", "account", "other"]) {
      const answer = await server.inject({ url: `/dashboard/preview/${name}` });
      expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
    }
  });
});

describe("the preview of a mail", () => {
  const open = async () => {
    const { app, dashboard } = await signedIn(await testApp({ SERVICE_BRAND: "Acme" }));
    const read = (query: Record<string, string>, own = dashboard.cookie(), headers = {}) =>
      app.server.inject({
        url: "/dashboard/preview/mail",
        query: { theme: "light", ...query },
        headers: { cookie: own, ...headers },
      });
    return { app, read };
  };

  test("shows each mail under the server's name, and none runs or loads anything", async () => {
    const { read } = await open();
    for (const kind of PREVIEW_MAILS) {
      const { statusCode, body, headers } = await read({ kind, name: "<Tally & Co>" });
      expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(body).toContain('<p class="name">Acme</p>');
      expect(body).not.toMatch(/<Tally|<script|(src|href)="[^#]/);
      const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? "";
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain(
        `default-src 'none'; style-src ${hashSource(style)}; img-src 'self'; base-uri`,
      );
      expect(policy).toContain("frame-ancestors 'self'");
    }
  });

  test("names the application in the mails that name it", async () => {
    const { read } = await open();
    const naming = [];
    for (const kind of PREVIEW_MAILS)
      if ((await read({ kind, name: "Tally" })).body.includes("Tally")) naming.push(kind);
    expect(naming).toEqual(["hosted", "recovery", "reminder"]);
    const name = "(prefers-color-scheme:dark)";
    expect((await read({ kind: "hosted", name })).body).toContain(`${name} asks you`);
  });

  test("is light or dark, independently of the device", async () => {
    const { read } = await open();
    const styleIn = async (theme: string) =>
      (await read({ kind: "code", name: "Tally", theme })).body;
    expect(await styleIn("dark")).toContain("@media all{body{background:#0e1117;");
    expect(await styleIn("light")).toContain("@media not all{body{background:#0e1117;");
    expect(await styleIn("dark")).not.toContain("prefers-color-scheme");
  });

  test("is read by any member, and by no stranger", async () => {
    const { app, read } = await open();
    const query = { kind: "hosted", name: "Tally" };
    const { dashboard } = await signedInMember(app, {
      clientId: app.keys.client_id,
      role: "read",
    });
    expect((await read(query, dashboard.cookie())).statusCode).toBe(200);
    const refusal = await read(query, "");
    expect(refusal.json().error_code).toBe("INVALID_DASHBOARD_SESSION");
    expect(refusal.body).not.toContain("Tally");
  });

  test.each([
    ["a sibling subdomain's page loads it", "same-site", "image"],
    ["another site's page frames it", "cross-site", "iframe"],
    ["a mail program opens it", "none", "document"],
    ["a link of this server opens it", "same-origin", "document"],
  ])("is refused if %s, and extends no session then", async (_, site, dest) => {
    const { app, read } = await open();
    const query = { kind: "hosted", name: "Call 555 now" };
    const from = (site: string, dest: string) =>
      read(query, undefined, { "sec-fetch-site": site, "sec-fetch-dest": dest });
    app.advanceClock(10 * 60_000);
    const refusal = await from(site, dest);
    expect([refusal.statusCode, refusal.json().error_code]).toEqual([400, "INVALID_ORIGIN"]);
    expect(refusal.body).not.toContain("555");
    expect(refusal.headers["set-cookie"]).toBeUndefined();
    const answer = await from("same-origin", "iframe");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["set-cookie"]).toContain("Max-Age=3600");
  });

  test("refuses an unknown mail, and a name that no client can have", async () => {
    const { read } = await open();
    for (const query of [
      { kind: "invitation", name: "Tally" },
      { kind: "hosted", name: "Tally", theme: "auto" },
      { kind: "hosted", name: " " },
      { kind: "hosted", name: "x".repeat(61) },
    ])
      expect((await read(query)).statusCode).toBe(400);
  });
});
