import { fireEvent, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardClient } from "../../protocol/dashboard.ts";
import type { Preview, PreviewOptions } from "../../protocol/preview.ts";
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
});

/** Loads the frame of the preview with two views; returns it, and the contents that it was given. */
const loadPreview = async () => {
  const frame = await screen.findByTitle<HTMLIFrameElement>(/^Preview: (Link|The account site)$/);
  const shown: PreviewOptions[] = [];
  const views = [
    { id: "list", group: "Choosing", title: "Institutions" },
    { id: "trust", group: "Choosing", title: "The facts" },
    { id: "end", group: "The end", title: "Connected" },
  ];
  const preview: Preview = { views, show: (options) => shown.push(options) };
  Object.defineProperty(frame, "contentWindow", { value: { preview } });
  fireEvent.load(frame);
  return { frame, shown, last: () => shown.at(-1) };
};
const preview = () => within(screen.getByRole("region", { name: "Preview" }));

test("the preview is open from the start, and has the draft as it is typed", async () => {
  const logo = { src: "/brand-logos/x.png", width: 96, height: 48 };
  const { user, requests } = await open({ accent: "#0b5c6b", logo });
  const { frame, last } = await loadPreview();
  expect(frame.getAttribute("src")).toBe("/dashboard/preview/link");
  expect(last()).toEqual({
    ...{ view: "list", theme: "light", name: "Corner Shop", products: ["auth", "transactions"] },
    look: { accent: "#0b5c6b", radius: null, font: null, logo },
  });
  await user.type(screen.getByLabelText("Name"), "Tally");
  expect(last()?.name).toBe("Tally");
  await user.clear(accent());
  await user.type(accent(), "#7a1f3d");
  fireEvent.input(screen.getByLabelText("Corners"), { target: { value: "4" } });
  await user.type(screen.getByLabelText("Font"), "Georgia");
  await user.click(screen.getByRole("button", { name: "Remove the logo" }));
  expect(last()?.look).toEqual({ accent: "#7a1f3d", radius: 4, font: "Georgia", logo: null });
  await user.click(screen.getByRole("checkbox", { name: /^What is read/ }));
  expect(last()?.view).toBe("trust");
  await user.click(screen.getByRole("checkbox", { name: /^What is read/ }));
  expect(last()?.view).toBe("list");
  expect(requests).toHaveLength(1);
});

test("a brand with a pane before the list is shown from that pane on", async () => {
  await open({ trust_pane: true });
  const { shown } = await loadPreview();
  expect(shown.map(({ view }) => view)).toEqual(["trust"]);
});

test("every view is chosen from a list, or reached by the next one", async () => {
  const { user } = await open({});
  const { last } = await loadPreview();
  const list = await preview().findByLabelText<HTMLSelectElement>("View");
  const groups = [...list.querySelectorAll("optgroup")];
  expect(groups.map(({ label, children }) => [label, children.length])).toEqual([
    ["Choosing", 2],
    ["The end", 1],
  ]);
  await user.selectOptions(list, "Connected");
  expect(last()?.view).toBe("end");
  await user.click(preview().getByRole("button", { name: "Next view" }));
  expect(last()?.view).toBe("end");
  await user.click(preview().getByRole("button", { name: "Previous view" }));
  expect([last()?.view, list.value]).toEqual(["trust", "trust"]);
});

test("the preview is as wide as a phone or a desktop, and light or dark unless the draft says it", async () => {
  const { user } = await open({});
  const { frame, last } = await loadPreview();
  expect(frame.style.width).toBe("390px");
  await user.click(preview().getByRole("radio", { name: "Desktop" }));
  expect(frame.style.width).toBe("1280px");
  const dark = preview().getByRole<HTMLInputElement>("radio", { name: "Dark" });
  await user.click(dark);
  expect(last()?.theme).toBe("dark");
  await user.selectOptions(screen.getByLabelText("Theme"), "Light");
  expect([last()?.theme, dark.matches(":disabled")]).toEqual(["light", true]);
  preview().getByText(/The draft makes Link light on every device\.$/);
  await user.click(preview().getByRole("radio", { name: "Account site" }));
  expect((await loadPreview()).last()).toMatchObject({ theme: "dark", view: "from-link" });
  expect(dark.matches(":disabled")).toBe(false);
});

test("a mail comes from the server, with the name as it is typed", async () => {
  const { user } = await open({ name: "Tally" });
  await loadPreview();
  await user.click(preview().getByRole("radio", { name: "Mails" }));
  const frame = preview().getByTitle<HTMLIFrameElement>("Preview: A mail");
  const address = "/dashboard/preview/mail?kind=hosted&name=Tally&theme=light";
  expect([frame.getAttribute("src"), frame.getAttribute("sandbox")]).toEqual([address, ""]);
  const visited: string[] = [];
  const location = { replace: (next: string) => visited.push(next) };
  Object.defineProperty(frame, "contentWindow", { value: { location } });
  await user.type(screen.getByLabelText("Name"), "!");
  await user.selectOptions(preview().getByLabelText("View"), "An institution that works again");
  expect(visited).toEqual([
    "/dashboard/preview/mail?kind=hosted&name=Tally%21&theme=light",
    "/dashboard/preview/mail?kind=recovery&name=Tally%21&theme=light",
  ]);
});

test("a preview that does not load is explained", async () => {
  await open({});
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview: Link");
  Object.defineProperty(frame, "contentWindow", { value: {} });
  fireEvent.load(frame);
  await preview().findByText("The preview could not be loaded. Load this page again.");
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
