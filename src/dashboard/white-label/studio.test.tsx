import { fireEvent, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Preview, PreviewOptions } from "../../protocol/dashboard/preview.ts";
import { accentField, openWhiteLabel } from "./open-white-label.fixture.tsx";

/** Loads the frame of the preview with three views; returns it, and the contents that it was given. */
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
  const { user, requests } = await openWhiteLabel({ accent: "#0b5c6b", logo });
  const { frame, last } = await loadPreview();
  expect(frame.getAttribute("src")).toBe("/dashboard/preview/link");
  expect(last()).toEqual({
    ...{ view: "list", theme: "light", name: "Corner Shop", products: ["auth", "transactions"] },
    look: { accent: "#0b5c6b", radius: null, font: null, logo },
  });
  await user.type(screen.getByLabelText("Name"), "Tally");
  expect(last()?.name).toBe("Tally");
  await user.clear(accentField());
  await user.type(accentField(), "#7a1f3d");
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
  await openWhiteLabel({ trust_pane: true });
  const { shown } = await loadPreview();
  expect(shown.map(({ view }) => view)).toEqual(["trust"]);
});

test("every view is chosen from a list, or reached by the next one", async () => {
  const { user } = await openWhiteLabel({});
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
  const { user } = await openWhiteLabel({});
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
  const { user } = await openWhiteLabel({ name: "Tally" });
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
  await openWhiteLabel({});
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview: Link");
  Object.defineProperty(frame, "contentWindow", { value: {} });
  fireEvent.load(frame);
  await preview().findByText("The preview could not be loaded. Load this page again.");
});
