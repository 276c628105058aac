import { expect, test } from "vitest";
import { titleFacts } from "./title-facts.ts";

const idIn = (value: string) =>
  titleFacts([["Card", value]], { decimalMark: ",", dateOrder: "DMY" }).id;

test("the number of an account is read in front of a remark, and a long text has none", () => {
  expect(idIn("12345678 im Juni")).toBe("12345678");
  expect(idIn(`12345678 ${"ab ".repeat(100)}`)).toBeNull();
});

test("a long text whose remark goes on below takes no longer than its length", () => {
  expect(idIn(`${"ab ".repeat(300_000)}\n1`)).toBeNull();
});
