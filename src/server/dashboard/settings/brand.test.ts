import { expect, test } from "vitest";
import { z } from "zod";
import { checkAccent } from "../../../protocol/client-brand.ts";
import { signedIn } from "../../../testing/test-app/dashboard.ts";
import { png } from "../../../testing/test-app/png.ts";

const LOGO = png(96, 48);
const Brand = z.object({
  name: z.string(),
  accent: z.string().nullable(),
  logo: z.object({ src: z.string(), width: z.number(), height: z.number() }).nullable(),
});

const openBrandPage = async () => {
  const { app, dashboard } = await signedIn();
  const change = async (body: object) => {
    const answer = await dashboard.post("brand", { name: "", ...OWN, ...body });
    return { ...answer, brand: Brand.safeParse(Object(answer.body.client).brand).data };
  };
  const start = async (origin = "http://localhost:8081", theme?: unknown) =>
    (
      await app.post("/bridge/session/start", {
        config: {
          key: app.keys.public_key,
          env: "sandbox",
          clientName: "Page",
          product: ["auth"],
          theme,
        },
        origin,
      })
    ).body;
  return { app, change, start };
};

test("Link shows the name, accent and logo of its client from the next session on", async () => {
  const { app, change, start } = await openBrandPage();
  expect(await start()).toMatchObject({ client_name: "Page" });
  expect(await start()).not.toHaveProperty("style");
  const { brand } = await change({
    name: "Corner Shop",
    accent: "#0b5c6b",
    logo: LOGO.toString("base64"),
  });
  expect(brand).toMatchObject({
    name: "Corner Shop",
    accent: "#0b5c6b",
    logo: { src: expect.stringMatching(/^\/brand-logos\/[\w-]{43}\.png$/), width: 96, height: 48 },
  });
  const { client_name, style } = await start();
  expect(client_name).toBe("Corner Shop");
  expect(style).toContain("html:root{--accent:#0b5c6b;");
  expect(style).toContain(`url("${brand?.logo?.src}")`);
  const [entry] = await app.services.store.audit.last(1);
  expect([entry?.action, entry?.details]).toEqual([
    "client.set_brand",
    JSON.stringify({ name: "Corner Shop", ...OWN, accent: "#0b5c6b", logo: "changed" }),
  ]);
});

const OWN = { accent: null, mode: "auto", radius: null, font: null };

test("a page's theme takes the place of its client's, field by field", async () => {
  const { change, start } = await openBrandPage();
  await change({ accent: "#0b5c6b", mode: "dark", radius: 4, font: "Georgia" });
  const own = await start();
  expect(own.theme).toBe("dark");
  for (const rule of ["--accent:#0b5c6b;", "{border-radius:4px}", 'font-family:"Georgia",'])
    expect(own.style).toContain(rule);
  const changed = await start(undefined, { mode: "light", accent: "#8C1C2B", font: "Verdana" });
  expect(changed).not.toHaveProperty("theme");
  for (const rule of ["--accent:#8c1c2b;", "{border-radius:4px}", 'font-family:"Verdana",'])
    expect(changed.style).toContain(rule);
});

test("an accent of a page that is too light is darkened until it can be read", async () => {
  const { start } = await openBrandPage();
  const { style } = await start(undefined, { accent: "#fc0" });
  expect(style).toContain(`--accent:${checkAccent("#ffcc00").nearest};`);
  expect(style).not.toContain("#ffcc00");
});

test("a page's logo is read, without anything but its picture; false hides the client's", async () => {
  const { change, start } = await openBrandPage();
  const data = (file: Buffer) => `data:image/png;base64,${file.toString("base64")}`;
  const { style } = await start(undefined, { logo: data(png(96, 48)) });
  const [, shown = ""] = /url\("data:image\/png;base64,([^"]*)"\)/.exec(String(style)) ?? [];
  expect(Buffer.from(shown, "base64").subarray(1, 4).toString()).toBe("PNG");
  await change({ logo: LOGO.toString("base64") });
  expect((await start()).style).toContain("/brand-logos/");
  expect(await start(undefined, { logo: false })).not.toHaveProperty("style");
});

test.each<[unknown, string]>([
  ["blue", "theme must be one of light, dark, auto, or an object"],
  [["dark"], "theme must be one of light, dark, auto, or an object"],
  [{ mode: "blue" }, "theme.mode must be one of light, dark, auto"],
  [{ accent: "red;}" }, "theme.accent must be a colour like #3044c9"],
  [{ radius: 27 }, "theme.radius must be at most 26"],
  [{ radius: 1.5 }, "theme.radius must be an integer"],
  [{ font: '"a"' }, "theme.font must be one font family, of letters, digits, spaces and hyphens"],
  [{ font: "" }, "theme.font must be one font family"],
  [{ logo: "https://shop.example/logo.png" }, "theme.logo must be a PNG as data:image/png;base64,"],
  [{ logo: "data:image/png;base64,AAAA" }, "theme.logo cannot be used: Only a PNG can be a logo."],
  [{ logo: `data:image/png;base64,${"A".repeat(22_000)}` }, "theme.logo must be a PNG of at most"],
  [{ shadow: 3 }, "theme.shadow is not a known field"],
])("the theme %j is refused with its reason", async (theme, reason) => {
  const { start } = await openBrandPage();
  const body = await start(undefined, theme);
  expect(body).toMatchObject({ error_code: "INVALID_CONFIGURATION" });
  expect(body.error_message).toContain(reason);
});

test("a logo is served as a picture that can do nothing, stays when it is left out, and goes when removed", async () => {
  const { app, change, start } = await openBrandPage();
  const src = (await change({ logo: LOGO.toString("base64") })).brand?.logo?.src ?? "";
  const getLogo = () => app.server.inject({ method: "GET", url: src });
  const { statusCode, headers, rawPayload } = await getLogo();
  expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*; sandbox$/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cache-control"]).toContain("immutable");
  expect(rawPayload.toString("latin1")).not.toContain("script");
  expect((await change({ name: "Shop" })).brand?.logo?.src).toBe(src);
  expect((await change({ logo: null })).brand?.logo).toBeNull();
  expect((await getLogo()).statusCode).toBe(404);
  expect(await start()).not.toHaveProperty("style");
});

test("the Dashboard's own page shows an unsaved name", async () => {
  const { change, start } = await openBrandPage();
  await change({ name: "Corner Shop" });
  expect(await start("http://localhost")).toMatchObject({ client_name: "Page" });
});

test.each([
  [
    { accent: "#ffcc00" },
    /contrast is 1\.\d:1, and 4.5:1 is needed.*nearest colour that passes is #/,
  ],
  [{ accent: "red" }, /accent/],
  [{ accent: "#FFF;}" }, /accent/],
  [{ name: "N".repeat(61) }, /name/],
  [{ name: "a\u202eb" }, /name/],
  [{ logo: "<svg>" }, /logo/],
  [{ logo: Buffer.from("<svg/>").toString("base64") }, /Only a PNG can be a logo/],
  [{ logo: png(1025, 200).toString("base64") }, /each side has 48 to 1024/],
])("%j is refused, and changes nothing", async (body, words) => {
  const { app, change } = await openBrandPage();
  const { body: answer } = await change(body);
  expect(answer.error_code).toBe("INVALID_FIELD");
  expect(`${answer.display_message} ${answer.error_message}`).toMatch(words);
  expect(await app.services.store.brands.of(app.keys.client_id)).toBeNull();
});
