import { signInClient } from "../support/dashboard.ts";
import { createGate } from "../support/gate.ts";
import { callback, eventMetadata, fetchCalls, openLink } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

test("the Dashboard shows the events of an open Link session live, each once", async ({
  page,
  context,
  host,
  server,
}) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  const [{ link_session_id: id }] = (await eventMetadata(page, "OPEN")).map(Object);

  const dashboard = await context.newPage();
  await dashboard.goto(`${server.api}/dashboard/sessions/${id}`);
  await signInClient(dashboard, server);
  const timeline = dashboard.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("TRANSITION_VIEW CREDENTIAL");
  await expect(timeline).not.toContainText("session/events");

  await page.bringToFront();
  await link.getByTestId("close").click();
  await link.getByTestId("leave").click();
  await callback(page, "onExit");
  const names = (await fetchCalls(page)).flatMap(([name, event]) =>
    name === "onEvent" ? [String(event)] : [],
  );
  await dashboard.bringToFront();
  await expect.poll(() => timeline.locator(".event b").allInnerTexts()).toEqual(names);
});

test("the overview asks for its data once, while its scripts are loaded", async ({
  page,
  server,
}) => {
  await page.goto(`${server.api}/dashboard`);
  await signInClient(page, server);
  const charts = page.locator(".charts > section");
  await expect(charts).toHaveCount(4);

  const asked: string[] = [];
  page.on("request", (request) => {
    // A new client's checklist loads later, with a separate script.
    const path = /\/dashboard\/api\/(\w+)$/.exec(request.url())?.[1];
    if (path) asked.push(path);
  });
  const scripts = createGate();
  await page.route("**/dashboard/assets/*.js", async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => asked.join(" ")).toBe("me overview");
  scripts.open();
  await expect(charts).toHaveCount(4);
  expect(asked.toSorted()).toEqual(["attention", "me", "overview"]);
});
