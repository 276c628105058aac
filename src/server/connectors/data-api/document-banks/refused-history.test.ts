import { expect, test } from "vitest";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { dayBefore } from "./books.fixture.ts";
import { changing } from "./changing.fixture.ts";
import { servedBank } from "./served-bank.fixture.ts";

const DAY_MS = 86_400_000;

test.each([
  [403, "SERVICE_BLOCKED"],
  [400, "PERIOD_INVALID"],
])("rows that a bank refused once with %i %s are read a day later", async (status, code) => {
  const starts: string[] = [];
  let isRefused = true;
  const { app, bank, linkItem, rows } = await servedBank(
    (place) =>
      changing(berlinBank([], "redirect", place), ({ url }, response) => {
        const start = url.searchParams.get("dateFrom") ?? "";
        if (!url.pathname.endsWith("/a1/transactions")) return response;
        starts.push(start);
        return isRefused && start < dayBefore(place.clock(), 90)
          ? Response.json({ tppMessages: [{ category: "ERROR", code }] }, { status })
          : response;
      }),
    { dialect: "berlin-group", approach: "redirect" },
  );
  const { access_token } = await linkItem({ transactions: { days_requested: 365 } });
  const oldest = async () => (await rows(access_token, 400)).map(({ date }) => date).toSorted()[0];
  const first = (await oldest()) ?? "";
  expect(first >= dayBefore(app.services.clock(), 91)).toBe(true);
  isRefused = false;
  app.advanceClock(DAY_MS / 2);
  expect(await oldest()).toBe(first);
  app.advanceClock(DAY_MS);
  const booked = bank.books.a1?.map(({ day }) => day) ?? [];
  const since = dayBefore(app.services.clock(), 366);
  expect(await oldest()).toBe(booked.filter((day) => day >= since).toSorted()[0]);
  starts.splice(0);
  app.advanceClock(2 * DAY_MS);
  await oldest();
  expect(starts.length).toBeGreaterThan(0);
  expect(starts.every((day) => day > dayBefore(app.services.clock(), 60))).toBe(true);
});

test("rows that a bank lists only after a sign-in are read once its user signs in again", async () => {
  let isRefused = true;
  const { app, linkItem, rows, update } = await servedBank(
    (place) =>
      changing(berlinBank([], "redirect", place), ({ url }, response) =>
        url.pathname.endsWith("/a1/transactions") &&
        isRefused &&
        (url.searchParams.get("dateFrom") ?? "") < dayBefore(place.clock(), 90)
          ? Response.json({ tppMessages: [{ category: "ERROR" }] }, { status: 403 })
          : response,
      ),
    { dialect: "berlin-group", approach: "redirect" },
  );
  const { access_token } = await linkItem({ transactions: { days_requested: 365 } });
  const oldest = async () => (await rows(access_token, 400)).map(({ date }) => date).toSorted()[0];
  const first = (await oldest()) ?? "";
  expect(first >= dayBefore(app.services.clock(), 91)).toBe(true);
  app.advanceClock(DAY_MS / 4);
  isRefused = false;
  await update(access_token);
  const whole = (await oldest()) ?? "";
  expect(whole < dayBefore(app.services.clock(), 300)).toBe(true);
  // The user signs in again at a bank without further data. No further request asks for the whole
  // history.
  isRefused = true;
  app.advanceClock(DAY_MS / 4);
  await update(access_token);
  expect(await oldest()).toBe(whole);
});
