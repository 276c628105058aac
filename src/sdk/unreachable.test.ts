import { expect, test } from "vitest";
import { linkError } from "../protocol/errors/errors.ts";
import { unreachable } from "./unreachable.ts";

test("the error for an unreachable Link is the one of the catalogue", () => {
  const { error } = unreachable("https://link.example", "is away");
  const message = "https://link.example is away";
  expect(error).toEqual(linkError("LINK_UNREACHABLE", { message }));
});
