import { act, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import type { PreviewOptions } from "../protocol/dashboard/preview.ts";

const options: PreviewOptions = {
  ...{ view: "from-link", theme: "light", name: "Tally", products: ["transactions"] },
  look: { accent: "#7a1f3d", radius: null, font: null, logo: null },
};

const show = (changes: Partial<PreviewOptions> = {}): Promise<void> =>
  act(() => window.preview?.show({ ...options, ...changes }));
const titles = () => screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);

beforeAll(async () => {
  document.documentElement.lang = "en";
  document.body.innerHTML = '<div id="root"></div>';
  await import("./account.tsx");
});

test("every view is drawn, with the client's name in those that have connections", async () => {
  for (const { id } of window.preview?.views ?? []) {
    await show({ view: id });
    await screen.findByRole("heading", { level: 1 });
    expect(document.body.dataset.state).toBe(id);
    expect(screen.queryAllByRole("heading", { name: "Tally" })).toHaveLength(
      id.startsWith("from-") ? 2 : 0,
    );
  }
});

test("a name and an accent apply to the client's own connections, and a user's changes stay", async () => {
  await show({ view: "from-link" });
  const user = userEvent.setup();
  const [first] = await screen.findAllByRole("region", { name: /^Tally/ });
  if (!first) throw new Error("there is no connection");
  expect(first.style.getPropertyValue("--accent")).toMatch(/^light-dark\(#7a1f3d,/);
  await user.click(within(first).getByRole("button", { name: "Disconnect" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Disconnect" }));
  await within(first).findByText("Ended");
  await show({ name: "Ledger", look: { ...options.look, accent: null }, theme: "dark" });
  await expect.poll(() => titles().slice(0, 3)).toEqual(["Ledger", "Ledger", "Juniper Notes"]);
  within(first).getByText("Ended");
  expect(first.style.getPropertyValue("--accent")).toBe("");
  expect(document.documentElement.style.colorScheme).toBe("dark");
});
