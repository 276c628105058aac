import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { connection, openPortal, success } from "./open-portal.fixture.tsx";

const ENDED = { status: "paused", until: "2026-04-15T12:00:00.000Z" } as const;

test("a connection says why its consent has ended, and a yes lets it go on", async () => {
  const before = connection({ ...ENDED, ended: "NOT_RECONFIRMED", reconfirms: true });
  const { user, requests } = await openPortal([
    success([before]),
    success([connection()]),
    success([connection()]),
  ]);
  await screen.findByText(/You have not confirmed this access for 90 days/);
  await user.click(screen.getByRole("button", { name: "Yes, go on reading" }));
  expect(requests).toContainEqual(["/account/connection/reconfirm", { connection_id: "item-1" }]);
});

test("a consent that only a sign-in renews is asked for no yes, in French, too", async () => {
  await openPortal([success([connection({ ...ENDED, ended: "SUPERSEDED" })])], { language: "fr" });
  await screen.findByText(/Une autre identification auprès de votre banque/);
  expect(screen.queryByRole("button", { name: "Oui, continuer" })).toBeNull();
});
