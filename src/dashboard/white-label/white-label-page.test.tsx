import { fireEvent, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardClient } from "../../protocol/dashboard.ts";
import { framesIn, meetFrame } from "../link-frame.fixture.ts";
import {
  answers,
  failure,
  openAt,
  operatorAnswer,
  type Reply,
  success,
} from "../open-dashboard.fixture.tsx";

const OWN = { accent: null, mode: "auto", radius: null, font: null, trust_pane: false } as const;
const NO_BRAND = { name: "", ...OWN, logo: null };

const open = async (brand: Partial<DashboardClient["brand"]>, ...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/white-label",
    success({ brand: { ...NO_BRAND, ...brand } }),
    ...replies,
  );
  await screen.findByRole("region", { name: "Name and look" });
  return page;
};
const accent = () => screen.getByLabelText<HTMLInputElement>("Accent colour");
const withBrand = (brand: Partial<DashboardClient["brand"]>): Reply =>
  success({ brand: { ...NO_BRAND, ...brand } });

/** The header of a PNG of 96 by 48 pixels. */
const PNG = new Uint8Array(40);
PNG.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 96, 0, 0, 0, 48]);

test("a name and an accent are saved", async () => {
  const { user, requests } = await open({}, withBrand({ name: "Corner Shop", accent: "#0b5c6b" }));
  await user.type(screen.getByLabelText("Name"), "Corner Shop");
  await user.type(accent(), "0B5C6B");
  await user.tab();
  expect(accent().value).toBe("#0b5c6b");
  screen.getByText(/which passes WCAG AA/);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/brand",
    {
      name: "Corner Shop",
      accent: "#0b5c6b",
      expected: { name: "", accent: null },
    },
  ]);
});

test("a theme, corners and a font are saved, and written as the theme of one session", async () => {
  const look = { mode: "dark", radius: 4, font: "Georgia" } as const;
  const { user, requests } = await open({}, withBrand(look));
  expect(screen.queryByText(/next to its/)).toBeNull();
  await user.selectOptions(screen.getByLabelText("Theme"), "Dark");
  fireEvent.input(screen.getByLabelText("Corners"), { target: { value: "4" } });
  await user.type(screen.getByLabelText("Font"), " Georgia ");
  screen.getByText('theme: { mode: "dark", radius: 4, font: "Georgia" }');
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(requests.at(-1)?.[1]).toEqual({
    ...look,
    expected: { mode: "auto", radius: null, font: null },
  });
  fireEvent.input(screen.getByLabelText("Corners"), { target: { value: "14" } });
  screen.getByText("14 pixels, as Link’s own");
});

test("a client's users see what is read on a pane of its own, once that is ticked and saved", async () => {
  const { user, requests } = await open({}, withBrand({ trust_pane: true }));
  await user.click(screen.getByRole("checkbox", { name: /^What is read/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(requests.at(-1)?.[1]).toEqual({
    trust_pane: true,
    expected: { trust_pane: false },
  });
});

test("a font that could leave its place in a style is refused", async () => {
  const { user, requests } = await open({});
  await user.type(screen.getByLabelText("Font"), 'Georgia", serif');
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^A font is one family/);
  expect(requests).toHaveLength(1);
});

test("an accent with too little contrast offers the nearest readable one", async () => {
  const { user, requests } = await open({}, withBrand({ accent: "#8c6f00" }));
  await user.type(accent(), "#ffcc00");
  expect(accent().getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/This accent is too light to be read/);
  expect(requests).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: /^Use #[0-9a-f]{6}, the nearest/ }));
  expect(accent().getAttribute("aria-invalid")).toBe("false");
  expect(screen.queryByRole("button", { name: /the nearest/ })).toBeNull();
});

test("a logo is chosen, shown, sent once, and removed", async () => {
  const logo = { src: "/brand-logos/x.png", width: 96, height: 48 };
  const { user, requests } = await open({}, withBrand({ logo }), withBrand({}));
  const field = screen.getByLabelText("Logo");
  await user.upload(field, new File(["<svg/>"], "a.png", { type: "image/png" }));
  await screen.findByText("a.png is no image of at most 10 MB that this browser reads.");
  await user.upload(field, new File([PNG], "logo.png", { type: "image/png" }));
  const picture = await screen.findByRole("img", { name: "The logo" });
  const [kind, content] = picture.getAttribute("src")?.split(",") ?? [];
  expect(kind).toBe("data:image/png;base64");
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved.");
    return requests.at(-1)?.[1];
  };
  expect(await save()).toEqual({ logo: content, expected: {} });
  expect(screen.getByRole("img", { name: "The logo" }).getAttribute("src")).toBe(logo.src);
  await user.click(screen.getByRole("button", { name: "Remove the logo" }));
  expect(await save()).toEqual({ logo: null, expected: {} });
});

test("a refusal keeps the draft", async () => {
  const { user } = await open(
    { accent: "#0b5c6b" },
    failure("INVALID_FIELD", { display_message: "The file is no whole PNG." }),
  );
  await user.clear(accent());
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The file is no whole PNG.");
  expect(accent().value).toBe("");
  within(screen.getByRole("region", { name: "Preview" })).getByRole("button", {
    name: "Show Link",
  });
});

/** Returns a reply of `/link/token/create`. */
const newToken = (link_token: string): Reply =>
  answers({ status: 200, content_type: "application/json", body: JSON.stringify({ link_token }) });
const preview = () => within(screen.getByRole("region", { name: "Preview" }));

test("Link is shown with a link token, even if the public_key opens it", async () => {
  const { user, requests } = await openAt(
    "/dashboard/white-label",
    success({ public_key_enabled: false }),
    ...["link-1", "link-2", "link-3"].map(newToken),
  );
  await screen.findByRole("region", { name: "Preview" });
  await user.click(preview().getByRole("button", { name: "Show Link" }));
  expect(document.activeElement).toBe(preview().getByRole("radio", { name: "Light" }));
  await expect.poll(() => framesIn(document)).toHaveLength(1);
  expect(requests[1]).toEqual([
    "/dashboard/api/try",
    {
      path: "/link/token/create",
      body: {
        client_name: "Corner Shop",
        language: "en",
        country_codes: ["US"],
        products: ["auth", "transactions"],
        user: { client_user_id: "preview" },
      },
    },
  ]);
  expect((await meetFrame()).config).toEqual({ token: "link-1", theme: "light" });
  await user.click(preview().getByRole("radio", { name: "Dark" }));
  await expect.poll(() => framesIn(document)[0]?.src).toContain("theme=dark");
  const { config, say } = await meetFrame();
  expect(config).toEqual({ token: "link-2", theme: "dark" });
  // That token is used up.
  say({ type: "success", publicToken: "public-1", metadata: {} });
  await expect.poll(() => requests).toHaveLength(4);
  await expect.poll(() => framesIn(document)).toHaveLength(1);
  expect((await meetFrame()).config).toEqual({ token: "link-3", theme: "dark" });
});

test("a new name opens another session of Link, and a refused session is explained", async () => {
  const { user, requests } = await open(
    {},
    answers({
      status: 400,
      content_type: "application/json",
      body: JSON.stringify({ error_code: "INVALID_PRODUCT", error_message: "auth is not enabled" }),
    }),
    newToken("link-1"),
  );
  await user.click(preview().getByRole("button", { name: "Show Link" }));
  const alert = await preview().findByRole("alert");
  expect(alert.textContent).toBe("Link cannot be shown: auth is not enabled (INVALID_PRODUCT).");
  await user.type(screen.getByLabelText("Name"), "Tally");
  await user.tab();
  await expect.poll(() => framesIn(document)).toHaveLength(1);
  expect(preview().queryByRole("alert")).toBeNull();
  expect(requests[2]?.[1]).toMatchObject({ body: { client_name: "Tally" } });
});

test("the operator chooses a client, and can name the server without one", async () => {
  const serverBrand = answers({
    ...{ name: "Acme", source: "default", stored_name: "", next_name: "Acme" },
  });
  await openAt(
    "/dashboard/white-label",
    operatorAnswer(),
    answers({ rows: [], next: null }),
    serverBrand,
  );
  await screen.findByRole("heading", { name: "Choose a client first" });
  await screen.findByText("The server is called Acme now.");
});

test("the operator finds the server's name next to a client's brand", async () => {
  await openAt(
    "/dashboard/white-label?client=client-1",
    operatorAnswer(),
    operatorAnswer({}),
    answers({ ...{ name: "Acme", source: "default", stored_name: "", next_name: "Acme" } }),
  );
  await screen.findByRole("region", { name: "Name of the server" });
  screen.getByRole("region", { name: "Name and look" });
});
