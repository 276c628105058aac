import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { expect, test } from "vitest";
import { followSystemThreads } from "./system-threads.ts";

const compress = promisify(gzip);

test("the scheduler follows compression on threads until it ends", async () => {
  const works: Promise<unknown>[] = [];
  const restore = followSystemThreads((work) => {
    const answer = work();
    works.push(answer);
    return answer;
  });
  try {
    expect(gunzipSync(await compress("text")).toString()).toBe("text");
    expect(works.length).toBeGreaterThan(0);
    await Promise.all(works);
  } finally {
    restore();
  }
  const { length } = works;
  await compress("text");
  expect(works).toHaveLength(length);
});
