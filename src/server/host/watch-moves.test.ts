import { expect, test } from "vitest";
import { watchMoves } from "./watch-moves.ts";

test("a stopped move is named in the log with the command to call, once while it waits", async () => {
  const found = [
    { ended: ["client-1"], stuck: [] },
    { ended: [], stuck: ["client-2"] },
    { ended: [], stuck: ["client-2"] },
    { ended: [], stuck: [] },
    { ended: [], stuck: ["client-2"] },
  ];
  const lines: unknown[] = [];
  const note = (level: string) => (details: unknown, text: string) =>
    lines.push([level, details, text.includes("call service-link clients move again")]);
  let look: () => unknown = () => {};
  let isEnded = false;
  const end = watchMoves(
    {
      endStaleMoves: async () => {
        const moves = found.shift();
        if (!moves) throw new Error("the store fails");
        return moves;
      },
    },
    {
      clock: () => 0,
      random: (bytes) => new Uint8Array(bytes),
      every: (_, call) => {
        look = call;
        return () => {
          isEnded = true;
        };
      },
      log: { warn: note("warn"), error: note("error") },
    },
  );
  for (let n = 0; n < 6; n++) await look();
  expect(lines).toEqual([
    ["warn", { client_id: "client-1" }, true],
    ["error", { client_id: "client-2" }, true],
    ["error", { client_id: "client-2" }, true],
  ]);
  end();
  expect(isEnded).toBe(true);
});
