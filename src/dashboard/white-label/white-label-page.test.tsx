import { fireEvent, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, failure, openAt, operatorAnswer } from "../open-dashboard.fixture.tsx";
import { accentField, openWhiteLabel, withBrand } from "./open-white-label.fixture.tsx";

/** The header of a PNG of 96 by 48 pixels. */
const PNG = new Uint8Array(40);
PNG.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 96, 0, 0, 0, 48]);

test("a name and an accent are saved", async () => {
  const { user, requests } = await openWhiteLabel(
    {},
    withBrand({ name: "Corner Shop", accent: "#0b5c6b" }),
  );
  await user.type(screen.getByLabelText("Name"), "Corner Shop");
  await user.type(accentField(), "0B5C6B");
  await user.tab();
  expect(accentField().value).toBe("#0b5c6b");
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
  const { user, requests } = await openWhiteLabel({}, withBrand(look));
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
  fireEvent.input(screen.getByLabelText("Corners"), { target: { value: "12" } });
  screen.getByText("12 pixels, as Link’s own");
});

test("a client's users see what is read on a pane of its own, once that is ticked and saved", async () => {
  const { user, requests } = await openWhiteLabel({}, withBrand({ trust_pane: true }));
  await user.click(screen.getByRole("checkbox", { name: /^What is read/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(requests.at(-1)?.[1]).toEqual({
    trust_pane: true,
    expected: { trust_pane: false },
  });
});

test("a font that could leave its place in a style is refused", async () => {
  const { user, requests } = await openWhiteLabel({});
  await user.type(screen.getByLabelText("Font"), 'Georgia", serif');
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^A font is one family/);
  expect(requests).toHaveLength(1);
});

test("an accent with too little contrast offers the nearest readable one", async () => {
  const { user, requests } = await openWhiteLabel({}, withBrand({ accent: "#8c6f00" }));
  await user.type(accentField(), "#ffcc00");
  expect(accentField().getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/This accent is too light to be read/);
  expect(requests).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: /^Use #[0-9a-f]{6}, the nearest/ }));
  expect(accentField().getAttribute("aria-invalid")).toBe("false");
  expect(screen.queryByRole("button", { name: /the nearest/ })).toBeNull();
});

test("a logo is chosen, shown, sent once, and removed", async () => {
  const logo = { src: "/brand-logos/x.png", width: 96, height: 48 };
  const { user, requests } = await openWhiteLabel({}, withBrand({ logo }), withBrand({}));
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
  const { user } = await openWhiteLabel(
    { accent: "#0b5c6b" },
    failure("INVALID_FIELD", { display_message: "The file is no whole PNG." }),
  );
  await user.clear(accentField());
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The file is no whole PNG.");
  expect(accentField().value).toBe("");
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
