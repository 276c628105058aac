import { expect, test } from "vitest";
import { listChanges } from "../server/versions/changelog.ts";
import { versionDiff } from "./version-diff.ts";

const between = (one: string, other: string) =>
  versionDiff(listChanges(), one, other).map(({ date }) => date);

test("the changes between two versions are the same in both directions, newest first", () => {
  expect(between("2020-09-14", "2018-05-22")).toEqual(["2020-09-14", "2019-05-29"]);
  expect(between("2018-05-22", "2020-09-14")).toEqual(["2020-09-14", "2019-05-29"]);
  expect(between("2017-03-08", "2018-05-22")).toEqual(["2018-05-22"]);
  expect(between("2019-05-29", "2019-05-29")).toEqual([]);
});
