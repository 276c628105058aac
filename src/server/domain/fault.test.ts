import { expect, test } from "vitest";
import { Fault } from "./fault.ts";

test("an error repeats no token, and keeps its other words", () => {
  const token = "public-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d";
  const fault = new Fault("INVALID_FIELD", {
    message: `${token} is no redirect URI`,
    display: `Did you mean https://shop.example/${token.replaceAll("-", "%2D")}?`,
  });
  expect(fault.message).toBe("public-sandbox-… is no redirect URI");
  expect(fault.body).toMatchObject({
    error_message: "public-sandbox-… is no redirect URI",
    display_message: "Did you mean …",
  });
});
