import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const MODULE = pathToFileURL(`${import.meta.dirname}/heap-limits.ts`).href;

/**
 * The size of the young generation, in MB, of a process in which many objects survive for a while.
 */
const youngMbOf = (options: readonly string[], name = "limitHeap", rounds = 300): number => {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    const { ${name} } = await import(${JSON.stringify(MODULE)});
    ${name}();
    const held = [];
    for (let round = 0; round < ${rounds}; round++) {
      for (let one = 0; one < 10000; one++)
        held[(round * 10000 + one) % 400000] = { one: [one, String(one)] };
      await new Promise(setImmediate);
    }
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log(young.space_size / 2 ** 20);
  `;
  const args = ["--experimental-strip-types", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, [...options, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(stdout, stderr).not.toBe("");
  return Number(stdout);
};

test("the young generation grows to 32 MB at most, unless Node's own option says otherwise", () => {
  expect(youngMbOf([])).toBeLessThanOrEqual(33);
  expect(youngMbOf(["--max-semi-space-size=32"])).toBeGreaterThan(33);
}, 30_000);

test("the young generation stays small during a start, unless Node's own option says otherwise", () => {
  expect(youngMbOf([], "holdHeap", 30)).toBeLessThanOrEqual(8);
  expect(youngMbOf(["--max-semi-space-size=32"], "holdHeap", 30)).toBeGreaterThan(8);
});

test("a hot function is optimized once a start is over, and not during it", () => {
  const script = `
    const { holdHeap, limitHeap } = await import(${JSON.stringify(MODULE)});
    const isOptimized = new Function("one", "return (%GetOptimizationStatus(one) & 16) !== 0");
    const sum = new Function("list", "let sum = 0; for (const one of list) sum += one; return sum");
    const list = Array.from({ length: 1000 }, (_, index) => index);
    const run = async (rounds) => {
      for (let round = 0; round < rounds && !isOptimized(sum); round++) {
        for (let one = 0; one < 1000; one++) sum(list);
        await new Promise(setImmediate);
      }
      return isOptimized(sum);
    };
    holdHeap();
    const during = await run(50);
    limitHeap();
    console.log(JSON.stringify({ during, after: await run(10_000) }));
  `;
  const args = ["--allow-natives-syntax", "--experimental-strip-types", "--input-type=module"];
  const { stdout, stderr } = spawnSync(process.execPath, [...args, "-e", script], {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(stdout, stderr).toBe('{"during":false,"after":true}\n');
});
