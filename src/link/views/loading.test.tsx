import { render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { en } from "../../i18n/words.fixture.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { App } from "./app.tsx";
import { after } from "./events.fixture.ts";
import { findFirstView } from "./index.ts";
import { acorn, manualEntry } from "./open-link.fixture.tsx";

test.each<[string, string, MachineEvent[]]>([
  ["a session starts", "One moment…", [{ type: "link.opened", institutions: null }]],
  ["an institution opens", "Opening Acorn Bank…", opening(acorn)],
  ["manual entry opens", "One moment…", opening(manualEntry)],
])("before the lazy views have arrived, while %s the title is %j", (_, title, events) => {
  const props = { findView: findFirstView, send: () => {}, text: en, clientName: "Acme" };
  render(<App {...props} state={after(...events)} />);
  const heading = screen.getByRole("heading", { level: 1, name: title });
  expect(document.activeElement).toBe(heading);
});

function opening(institution: typeof acorn): MachineEvent[] {
  return [
    { type: "link.opened", institutions: [acorn] },
    { type: "institution.selected", institution },
  ];
}
