import { render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";
import { ShortId } from "./short-id.tsx";

test("a text is copied, and the button says so", async () => {
  const user = userEvent.setup();
  render(<CopyButton text="item-1" name="item_id" />);
  await user.click(screen.getByRole("button", { name: "Copy item_id" }));
  await screen.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe("item-1");
});

test("an id in a list is cut in the middle, and copied whole", async () => {
  const user = userEvent.setup();
  render(<ShortId id="3f9c1d20-aaaa-bbbb-cccc-0123456789ab" name="item_id" />);
  expect(screen.getByTitle("3f9c1d20-aaaa-bbbb-cccc-0123456789ab").textContent).toBe("3f9c1d…89ab");
  await user.click(screen.getByRole("button", { name: "Copy item_id" }));
  expect(await navigator.clipboard.readText()).toBe("3f9c1d20-aaaa-bbbb-cccc-0123456789ab");
});

test("without a clipboard API the text is selected and copied, and the focus stays", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  const copied: unknown[] = [];
  document.execCommand = () => copied.push(document.querySelector("textarea")?.value) > 0;
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<CopyButton text="item-1" name="item_id" />);
  const button = screen.getByRole("button", { name: "Copy item_id" });
  await user.click(button);
  await screen.findByText("Copied");
  expect([copied, document.querySelector("textarea")]).toEqual([["item-1"], null]);
  expect(document.activeElement).toBe(button);
});
