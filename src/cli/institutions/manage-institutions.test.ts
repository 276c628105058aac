import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HEADER, institutionFiles } from "./institution-files.fixture.ts";

describe("the other actions", () => {
  test("imported institutions are listed, exported and removed", async () => {
    const { run, file, path, stored } = institutionFiles();
    expect((await run("list")).out).toBe("no institutions of your own\n");
    const header = `${HEADER},supported\n`;
    await run("import", file("a.csv", `${header}ins_1,A,US GB,\nins_22,"B ""x""",FR,false\n`));
    expect((await run("list")).out).toBe(
      'ins_1   A (US, GB)\nins_22  B "x" (FR, no longer supported)\n',
    );
    const output = await run("export");
    expect(output.out.split("\n")[2]).toBe(
      'ins_22,"B ""x""",FR,transactions auth identity balance,,,,,,,false,false',
    );
    expect((await run("export", path("b.json"))).out).toBe("2 institutions written to b.json\n");
    const before = await stored();
    expect((await run("remove", "ins_1")).out).toBe("ins_1 removed\n");
    expect(await stored()).toHaveLength(1);
    await run("import", path("b.json"));
    expect(JSON.parse(readFileSync(path("b.json"), "utf8"))).toHaveLength(2);
    expect((await stored()).map(({ name }) => name).sort()).toEqual(
      before.map(({ name }) => name).sort(),
    );
  });

  test("an impossible action on institutions is refused with its reason", async () => {
    const { run, path } = institutionFiles();
    const failure = async (action: string, ...operands: string[]) =>
      (await run(action, ...operands)).failure;
    expect(await failure("burn")).toBe(
      "unknown command 'burn'; there are import, import-fints, add, export, list, remove, connect, disconnect, csr, register, ids, ways, aggregators",
    );
    expect(await failure("import")).toMatch("service-link institutions import [options] <FILE>");
    expect(await failure("list", "all")).toMatch("like: service-link institutions list [options]");
    expect(await failure("remove", "ins_1", "ins_2")).toMatch("remove [options] <ID>");
    expect(await failure("remove", "ins_1")).toBe("there is no ins_1 of your own");
    expect(await failure("remove", "ins_109508")).toMatch(/First Platypus Bank, which is the/);
    expect(await failure("ids", "ins_1", "--set", "move")).toMatch(
      /^there is no institution ins_1 /,
    );
    expect(await failure("ids", "ins_909999", "--set", "move")).toMatch(
      /^ins_909999 stands for the files of any bank/,
    );
    expect((await run("ids", "ins_109508")).out).toMatch(/^The ids of ins_109508 stay, as seen/);
    expect(await failure("export", path("x.txt"))).toMatch(/has to end in \.csv or \.json/);
    expect(await failure("list", "--all")).toMatch(/--all/);
  });
});
