import { expect, test } from "vitest";
import { linkError } from "../protocol/errors.ts";
import { unreachable } from "./unreachable.ts";

test("an unreachable Link is told as the error catalogue tells it", () => {
  const { error } = unreachable("https://link.example", "is away");
  const message = "https://link.example is away";
  expect(error).toEqual(linkError("LINK_UNREACHABLE", { message }));
});
