import { expect, test } from "vitest";
import { readMethods } from "./bank-parameters.ts";
import { readSegments } from "./segments.ts";

test("a method that the bank permits many times is one", () => {
  const method = [910, 2, "X", "HHD", "1.4", "chipTAN", ...Array.from({ length: 20 }, () => "")];
  const read = readMethods({
    ...{ dialogId: "1", segments: readSegments(`HITANS:12:7:4+1+1+1+N:N:0:${method.join(":")}'`) },
    codes: [{ code: "3920", text: "", parameters: Array.from({ length: 20 }, () => "910") }],
  });
  expect(read.map(({ id }) => id)).toEqual([910]);
});
