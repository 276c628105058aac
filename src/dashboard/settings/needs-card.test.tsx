import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openClient } from "../open-dashboard.fixture.tsx";

test("the needs of production are read once they are opened", async () => {
  const { user, requests } = await openClient(
    {},
    answers({ keys: true, redirect_uris: true, server: null }),
  );
  const card = within(screen.getByRole("region", { name: "For production" }));
  const before = requests.length;
  await user.click(card.getByText("Show the state of each on this server"));
  await card.findByText("2 of 2 ready on this server.", { exact: false });
  expect(requests.slice(before)).toEqual([["/dashboard/api/production-checklist", {}]]);
});
