import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { printedBy } from "../run-cli.fixture.ts";

/** Returns the completions that bash offers for the last of these words. */
const completionsOf = async (...words: string[]) => {
  const line = ["service-link", ...words].map((word) => `'${word}'`).join(" ");
  const script = [
    await printedBy(["completion", "bash"]),
    `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _service_link`,
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  const out = execFileSync("bash", ["-c", script.join("\n")], { encoding: "utf8" });
  return out.split("\n").filter((word) => word !== "");
};

test("bash completes commands, those within them, and their options", async () => {
  expect(await completionsOf("")).toContain("serve");
  expect(await completionsOf("c")).toEqual(["cells", "clients", "check-institution", "completion"]);
  expect(await completionsOf("clients", "")).toEqual([
    "create",
    "list",
    "rotate",
    "invite",
    "secrets",
    "move",
    "remove",
    "--help",
  ]);
  expect(await completionsOf("clients", "create", "--p")).toEqual([
    "--product",
    "--partner",
    "--production-access",
    "--public-key",
  ]);
  expect(await completionsOf("usage", "--month", "2026-11", "--c")).toEqual(["--csv"]);
  expect(await completionsOf("nothing", "x")).toEqual([]);
});

test.each(["zsh", "fish"])("the script for %s knows every command's own words", async (shell) => {
  const script = await printedBy(["completion", shell]);
  for (const words of [
    "create list rotate invite secrets move remove --help",
    "--data --month --csv --help",
  ])
    expect(script).toContain(words);
});

test("an unknown shell is refused with a list of the known ones", async () => {
  await expect(printedBy(["completion", "tcsh"])).rejects.toThrow(
    "the shell must be bash, zsh, fish, not tcsh",
  );
});
