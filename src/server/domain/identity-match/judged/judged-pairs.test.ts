import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Owner } from "../../../../protocol/account.ts";
import { matchIdentity } from "../match-identity.ts";
import { type JudgedPair, judgedPairs } from "./judged-pairs.fixture.ts";

/** The score from which a part counts as the same person's. */
const THRESHOLD = 70;

const NOTHING: Owner = { names: [], phone_numbers: [], emails: [], addresses: [] };

/** The score of a pair; 0 if nothing can be compared. */
const scoreOf = (pair: JudgedPair): number => {
  switch (pair.part) {
    case "name":
      return score("legal_name", { legal_name: pair.given }, { names: [pair.known] });
    case "phone": {
      const phone_numbers = [{ data: pair.known, primary: true, type: "mobile" as const }];
      return score("phone_number", { phone_number: pair.given }, { phone_numbers });
    }
    case "address": {
      const address = Object.fromEntries(
        Object.entries(pair.given).map(([part, text]) => [part, text ?? undefined]),
      );
      return score("address", { address }, { addresses: [{ data: pair.known, primary: true }] });
    }
  }
};

const score = (
  part: "legal_name" | "phone_number" | "address",
  identity: Parameters<typeof matchIdentity>[0],
  owner: Partial<Owner>,
): number => matchIdentity(identity, [{ ...NOTHING, ...owner }])[part].score ?? 0;

const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`;

/** The table of docs/identity-match.md: a row for each part, and one for each kind of its pairs. */
const tableOf = (pairs: readonly JudgedPair[]): string => {
  const judged = pairs.map((pair) => ({ ...pair, isFound: scoreOf(pair) >= THRESHOLD }));
  const count = (some: readonly { isFound: boolean }[]) => some.filter((one) => one.isFound).length;
  return (["name", "address", "phone"] as const)
    .map((part) => {
      const own = judged.filter((pair) => pair.part === part);
      const [same, other] = [own.filter((one) => one.isSame), own.filter((one) => !one.isSame)];
      const right = count(same);
      const found = right + count(other);
      return `| ${part} | ${own.length} | ${percent(right, found)} | ${percent(right, same.length)} |`;
    })
    .join("\n");
};

/** The kinds of pairs that are not all judged right, with the number of those that are. */
const listMistakes = (pairs: readonly JudgedPair[]): string[] => {
  const kinds = [
    ...new Set(
      pairs.map(({ part, isSame, kind }) => `${part}, ${isSame ? "one" : "two"}: ${kind}`),
    ),
  ];
  return kinds.flatMap((name) => {
    const own = pairs.filter(
      ({ part, isSame, kind }) => name === `${part}, ${isSame ? "one" : "two"}: ${kind}`,
    );
    const right = own.filter((pair) => scoreOf(pair) >= THRESHOLD === pair.isSame).length;
    return right === own.length ? [] : [`${name}: ${right} of ${own.length}`];
  });
};

test("the pairs are those that were frozen before the rule", () => {
  const pairs = judgedPairs();
  expect(pairs).toHaveLength(1000);
  expect(hash("sha256", JSON.stringify(pairs))).toBe(
    "c29b7c0858fe629e591b0a32d6072d0a431cc8234eb44695597591eff59672eb",
  );
});

/** The pairs of an author who had seen neither the rule nor its words. */
const secondPairs = (): JudgedPair[] =>
  readFileSync(join(import.meta.dirname, "second-pairs.fixture.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("docs/identity-match.md says how often the rule is right for pairs of another author", () => {
  const page = readFileSync(
    join(import.meta.dirname, "../../../../../docs/identity-match.md"),
    "utf8",
  );
  expect(secondPairs()).toHaveLength(300);
  expect(page).toContain(`\n${tableOf(secondPairs())}\n`);
});

test("docs/identity-match.md says how often the rule is right", () => {
  const page = readFileSync(
    join(import.meta.dirname, "../../../../../docs/identity-match.md"),
    "utf8",
  );
  const pairs = judgedPairs();
  expect(page).toContain(`\n${tableOf(pairs)}\n`);
  expect(listMistakes(pairs)).toEqual(["name, one: one letter: 22 of 23"]);
});
