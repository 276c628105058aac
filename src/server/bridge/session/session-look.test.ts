import { expect, test } from "vitest";
import { checkAccent } from "../../../protocol/brand/client-brand.ts";
import { signedIn } from "../../../testing/test-app/dashboard.ts";
import { png } from "../../../testing/test-app/png.ts";

const LOGO = png(96, 48);
const OWN = { name: "", accent: null, mode: "auto", radius: null, font: null, trust_pane: false };
const LINK_SESSION_ID = "1".repeat(32);

/** Starts sessions with a page's theme, for a client with a changeable look. */
const openPage = async () => {
  const { app, dashboard } = await signedIn();
  const { public_key: key } = app.keys;
  const start = async (theme?: unknown) =>
    (
      await app.post("/bridge/session/start", {
        config: { key, env: "sandbox", clientName: "Page", product: ["auth"], theme },
        origin: "http://localhost:8081",
        link_session_id: LINK_SESSION_ID,
        resume: "a".repeat(32),
      })
    ).body;
  const change = (look: object) => dashboard.post("brand", { ...OWN, ...look });
  const stored = () => app.services.store.sessions.byLinkSessionId(LINK_SESSION_ID);
  return { start, change, stored };
};

test("the trust facts are a pane of their own for a client that wants it", async () => {
  const { change, start } = await openPage();
  expect(await start()).not.toHaveProperty("trust_pane");
  await change({ trust_pane: true });
  expect(await start()).toMatchObject({ trust_pane: true });
});

test("a page's theme takes the place of its client's, field by field", async () => {
  const { change, start } = await openPage();
  await change({ accent: "#0b5c6b", mode: "dark", radius: 4, font: "Georgia" });
  const own = await start();
  expect(own.theme).toBe("dark");
  for (const rule of ["--accent:#0b5c6b;", "{border-radius:4px}", 'font-family:"Georgia",'])
    expect(own.style).toContain(rule);
  const changed = await start({ mode: "light", accent: "#8C1C2B", font: "Verdana" });
  expect(changed).not.toHaveProperty("theme");
  for (const rule of ["--accent:#8c1c2b;", "{border-radius:4px}", 'font-family:"Verdana",'])
    expect(changed.style).toContain(rule);
});

test("an accent of a page that is too light is darkened until it can be read", async () => {
  const { start } = await openPage();
  const { style } = await start({ accent: "#fc0" });
  expect(style).toContain(`--accent:${checkAccent("#ffcc00").nearest};`);
  expect(style).not.toContain("#ffcc00");
});

test("a page's logo is read, without anything but its picture; false hides the client's", async () => {
  const { change, start } = await openPage();
  const { style } = await start({ logo: `data:image/png;base64,${LOGO.toString("base64")}` });
  const [, shown = ""] = /url\("data:image\/png;base64,([^"]*)"\)/.exec(String(style)) ?? [];
  const picture = Buffer.from(shown, "base64");
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect(LOGO.toString("latin1")).toContain("script");
  expect(picture.toString("latin1")).not.toContain("script");
  await change({ logo: LOGO.toString("base64") });
  expect((await start()).style).toContain("/brand-logos/");
  expect(await start({ logo: false })).not.toHaveProperty("style");
});

test.each<[string, unknown, string]>([
  ["of another word", "blue", "theme must be one of light, dark, auto, or an object"],
  ["in a list", ["dark"], "theme must be one of light, dark, auto, or an object"],
  ["of another mode", { mode: "blue" }, "theme.mode must be one of light, dark, auto"],
  [
    "with an accent that is no colour",
    { accent: "red;}" },
    "theme.accent must be a colour like #3044c9",
  ],
  ["with too large a radius", { radius: 27 }, "theme.radius must be at most 26"],
  ["with part of a pixel", { radius: 1.5 }, "theme.radius must be an integer"],
  [
    "with a font in quotes",
    { font: '"a"' },
    "theme.font must be one font family, of letters, digits, spaces and hyphens",
  ],
  ["with an empty font", { font: "" }, "theme.font must be one font family"],
  [
    "with the address of a logo",
    { logo: "https://shop.example/logo.png" },
    "theme.logo must be a PNG as data:image/png;base64,",
  ],
  [
    "with a logo that is no PNG",
    { logo: "data:image/png;base64,AAAA" },
    "theme.logo cannot be used: Only a PNG can be a logo.",
  ],
  [
    "with too large a logo",
    { logo: `data:image/png;base64,${"A".repeat(22_000)}` },
    "theme.logo must be a PNG of at most",
  ],
  ["with an unknown field", { shadow: 3 }, "theme.shadow is not a known field"],
])("a theme %s is refused with its reason, and starts no session", async (_, theme, reason) => {
  const { start, stored } = await openPage();
  const body = await start(theme);
  expect(body).toMatchObject({ error_code: "INVALID_CONFIGURATION" });
  expect(body.error_message).toContain(reason);
  expect(await stored()).toBeNull();
});
