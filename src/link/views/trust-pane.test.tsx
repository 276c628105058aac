import { screen } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import type { MachineEvent } from "../machine/machine-event.ts";
import { acorn, openLink, trust } from "./open-link.fixture.tsx";

beforeEach(() => localStorage.clear());

const readText = ({ textContent }: HTMLElement) => textContent;
const open: MachineEvent[] = [
  { type: "link.opened", institutions: [acorn] },
  { type: "trust.asked" },
];

test("only the trust facts are shown until the user goes on to the list", async () => {
  const { user, sent } = openLink(...open);
  screen.getByRole("heading", { level: 1, name: "Connect your accounts to Acme" });
  expect(screen.getAllByRole("definition").map(readText)).toEqual(trust.map(({ text }) => text));
  expect(screen.queryByRole("searchbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(sent).toEqual([{ type: "trust.read" }]);
  screen.getByRole("searchbox");
  screen.getByRole("button", { name: "Acorn Bank" });
});
