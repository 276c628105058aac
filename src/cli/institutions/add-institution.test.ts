import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

const SIMPLEFIN = "banks/simplefin.json";
const mercury = (suffix = "") => readFileSync(`banks/mercury${suffix}.json`, "utf8");

const setup = async () => {
  const app = await testApp();
  const folder = mkdtempSync(join(tmpdir(), "service-link-banks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const runAs = async (variables: Record<string, string>, ...line: string[]) => {
    const { out, err } = await runCli(["institutions", ...line, "--data", app.folder], {
      variables,
    });
    return { out, failure: err.replaceAll(`${folder}/`, "") };
  };
  return { app, file, runAs, run: (...line: string[]) => runAs({}, ...line) };
};

test("a description is added with its examples, a running server lists it, and it is removed", async () => {
  const { app, file, run } = await setup();
  const mock = mercury().replace("https://api.mercury.com", "http://127.0.0.1:9");
  const bank = file("bank.json", mock);
  file("bank.examples.json", mercury(".examples"));
  expect(await run("add", bank)).toEqual({
    out: "ins_980002 Mercury added, 4 recorded examples are read as they should be\n",
    failure: "",
  });
  expect((await run("add", bank)).out).toContain("Mercury replaced");
  expect((await run("add", SIMPLEFIN)).out).toBe("ins_980001 SimpleFIN added\n");
  app.advanceClock(2000);
  const body = { institution_id: "ins_980002", country_codes: ["US"] };
  expect(await app.call("/institutions/get_by_id", body)).toMatchObject({
    institution: { name: "Mercury", oauth: false, products: ["auth", "balance", "transactions"] },
  });
  const list = (await run("list")).out;
  expect(list).toContain("ins_980002  Mercury (US)  by a token of the user's own at 127.0.0.1:9\n");
  expect(list).toContain("ins_980001  SimpleFIN (US, CA)  by a setup token of the user's own\n");
  expect((await run("remove", "ins_980002")).out).toBe("ins_980002 removed\n");
});

test("an import of the same institution keeps its description", async () => {
  const { app, file, run } = await setup();
  await run("add", SIMPLEFIN);
  const csv =
    "institution_id,name,country_codes,products\nins_980001,My SimpleFIN,US,transactions\n";
  await run("import", file("list.csv", csv));
  expect(await app.services.store.institutions.all()).toMatchObject([
    { name: "My SimpleFIN", description: { protocol: "simplefin" } },
  ]);
});

test("a description that cannot be used is refused with its reason, and nothing is added", async () => {
  const { app, file, run, runAs } = await setup();
  const failure = async (...line: string[]) => (await run("add", ...line)).failure;
  expect(await failure("banks/mercury.json")).toContain(
    "base must be on this machine: the sandbox takes mock banks alone",
  );
  expect(await failure("moon")).toContain(
    "the banks that come along are akahu, lunch-flow, mercury, meu-pluggy, monobank, qonto, redbark, simplefin, starling, up, ynab",
  );
  expect(await failure("gone.json")).toContain("gone.json cannot be read");
  const wrong = file("wrong.json", mercury().replace('"amount": "amount"', '"amount": 5'));
  expect(await failure(wrong)).toMatch(
    /wrong\.json:\d+: transactions\.fields\.amount must be a dotted path/,
  );
  const mock = mercury().replace("https://api.mercury.com", "http://127.0.0.1:9");
  const changed = file(
    "changed.json",
    mock.replace('"money_out": "negative"', '"money_out": "positive"'),
  );
  file("changed.examples.json", mercury(".examples"));
  expect(await failure(changed)).toContain(
    "changed.examples.json: transactions[0].amount is -120.25, and the examples have 120.25",
  );
  const taken = file("taken.json", mock.replace("ins_980002", "ins_109508"));
  expect(await failure(taken)).toContain(
    "ins_109508 is First Platypus Bank; use another institution_id",
  );
  const outbound = { OUTBOUND_HOSTS: "bank.example" };
  expect((await runAs(outbound, "add", file("far.json", mock))).failure).toContain(
    "is not in OUTBOUND_HOSTS",
  );
  expect(await app.services.store.institutions.all()).toEqual([]);
});
