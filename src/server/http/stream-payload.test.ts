import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { streamPayload } from "./stream-payload.ts";

/** Content without end, how much of it was taken, and whether it was ended. */
const endless = () => {
  const content = { taken: 0, ended: false };
  const iterate = async function* () {
    try {
      for (;;) {
        content.taken += 1;
        yield Buffer.alloc(64 * 1024);
      }
    } finally {
      content.ended = true;
    }
  };
  return { content, iterate };
};

test("a reader who takes nothing holds up the content, and ends it when they have gone", async () => {
  const { content, iterate } = endless();
  const stream = streamPayload(iterate());
  stream.read(0);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(content.taken).toBeLessThanOrEqual(2);
  stream.destroy();
  await setImmediate();
  expect(content.ended).toBe(true);
});

afterEach(() => {
  vi.useRealTimers();
});

test("a reader who takes nothing for too long is left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { content, iterate } = endless();
  const stream = streamPayload(iterate(), { mostIdleMs: 5000 });
  const failure = new Promise<Error>((resolve) => void stream.once("error", resolve));
  stream.read(0);
  await setImmediate();
  await vi.advanceTimersByTimeAsync(5000);
  expect((await failure).message).toContain("nothing of the answer was taken");
  await setImmediate();
  expect(content.ended).toBe(true);
});

test("content that fails breaks the stream off", async () => {
  const stream = streamPayload(
    (async function* () {
      yield "[";
      throw new Error("broken");
    })(),
  );
  const read = async () => {
    for await (const chunk of stream) void chunk;
  };
  await expect(read()).rejects.toThrow("broken");
});
