import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { listChanges } from "../../server/versions/changelog.ts";
import { openClient } from "../open-dashboard.fixture.tsx";
import { versionDiff } from "./version-card.tsx";

test("lists the versions newest first, with the one in use checked", async () => {
  await openClient({ default_version: "2019-05-29" });
  screen.getByRole("group", { name: "Version" });
  expect(screen.getAllByRole("radio").map(toLabel)).toEqual([
    "2020-09-14newest",
    "2019-05-29in use",
    "2018-05-22",
  ]);
  expect(selection()).toBe("2019-05-29");
  expect(screen.queryByText("Changes for you")).toBeNull();
});

test("for an older version lists the changes that would no longer apply, newest first", async () => {
  const { user, requests } = await openClient();
  await user.click(screen.getByRole("radio", { name: /2018-05-22/ }));
  expect(selection()).toBe("2018-05-22");
  screen.getByRole("heading", { name: "Changes for you" });
  seesText("All of this holds today, in 2020-09-14. In 2018-05-22 it would not:");
  const dates = screen.getAllByRole("heading", { level: 4 });
  expect(dates.map(({ textContent }) => textContent)).toEqual(["2020-09-14", "2019-05-29"]);
  seesText("No item comes along. /accounts/get");
  expect(screen.getByText("owners").tagName).toBe("CODE");
  const reference = screen.getByRole("link", { name: "its reference" });
  expect(reference.getAttribute("href")).toBe("/docs?version=2018-05-22");
  expect(requests).toHaveLength(1);
});

test("for a newer version lists the changes that would apply from then on", async () => {
  const { user } = await openClient({ default_version: "2019-05-29" });
  await user.click(screen.getByRole("radio", { name: /2020-09-14/ }));
  seesText("This does not hold today, in 2019-05-29. In 2020-09-14 it would:");
  expect(screen.getAllByRole("heading", { level: 4 })).toHaveLength(1);
});

test("one click keeps the version in use", async () => {
  const { user } = await openClient();
  await user.click(screen.getByRole("radio", { name: /2018-05-22/ }));
  await user.click(screen.getByRole("button", { name: "Keep 2020-09-14" }));
  expect(selection()).toBe("2020-09-14");
  expect(screen.queryByText("Changes for you")).toBeNull();
});

test("the arrow keys select versions", async () => {
  const { user } = await openClient();
  screen.getByRole<HTMLInputElement>("radio", { checked: true }).focus();
  await user.keyboard("{ArrowDown}");
  expect(selection()).toBe("2019-05-29");
  expect(document.activeElement).toBe(screen.getByRole("radio", { checked: true }));
});

const toLabel = (radio: HTMLElement) => radio.closest("label")?.textContent;

const selection = () => screen.getByRole<HTMLInputElement>("radio", { checked: true }).value;

/** Some words of the sentence are separate elements. */
const seesText = (text: string): void => {
  const texts = [...document.querySelectorAll("p, li")].map(({ textContent }) => textContent);
  expect(texts).toContain(text);
};

const between = (a: string, b: string) => versionDiff(listChanges(), a, b).map(({ date }) => date);

test("the changes between two versions are the same in both directions, newest first", () => {
  expect(between("2020-09-14", "2018-05-22")).toEqual(["2020-09-14", "2019-05-29"]);
  expect(between("2018-05-22", "2020-09-14")).toEqual(["2020-09-14", "2019-05-29"]);
  expect(between("2017-03-08", "2018-05-22")).toEqual(["2018-05-22"]);
  expect(between("2019-05-29", "2019-05-29")).toEqual([]);
});
