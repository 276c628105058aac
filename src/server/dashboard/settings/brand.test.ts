import { expect, test } from "vitest";
import { z } from "zod";
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
  const start = async (origin = "http://localhost:8081") =>
    (
      await app.post("/bridge/session/start", {
        config: {
          key: app.keys.public_key,
          env: "sandbox",
          clientName: "Page",
          product: ["auth"],
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
    JSON.stringify({
      ...{ name_before: "", name: "Corner Shop" },
      ...{ accent_before: null, accent: "#0b5c6b" },
      ...{ logo: "changed", address: "127.0.0.1" },
    }),
  ]);
});

const OWN = { accent: null, mode: "auto", radius: null, font: null, trust_pane: false };

test("a field that is left out stays, and one that was changed elsewhere is refused with its value", async () => {
  const { app, change } = await openBrandPage();
  const stored = () => app.services.store.brands.of(app.keys.client_id);
  await change({ name: "Corner Shop", font: "Georgia" });
  await change({ radius: 4, name: undefined, font: undefined, expected: { radius: null } });
  expect(await stored()).toMatchObject({ name: "Corner Shop", font: "Georgia", radius: 4 });
  const { body } = await change({ name: "Market", expected: { name: "", font: "Georgia" } });
  expect(body.error_code).toBe("STALE_FIELD");
  expect(body.display_message).toContain("name is “Corner Shop” now. Save again");
  expect((await stored())?.name).toBe("Corner Shop");
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
