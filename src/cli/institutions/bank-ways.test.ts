import { expect, test } from "vitest";
import { plainBank } from "../../server/connectors/token-banks/plain-bank.fixture.ts";
import { sampleInstitution } from "../../testing/store-contract/institutions.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

const setup = async () => {
  const app = await testApp();
  const own = (id: string, name: string) =>
    sampleInstitution(id, {
      ...{ name, aliases: [], countryCodes: ["US"] },
      description: { ...plainBank("http://localhost:9"), institution_id: id, name },
    });
  await app.services.store.institutions.put([
    own("ins_700001", "Lantern Bank"),
    own("ins_700002", "Lantern"),
  ]);
  const run = (...line: string[]) =>
    runCli(["institutions", "ways", ...line, "--data", app.folder], { variables: {} });
  return { app, run };
};

test("the operator joins and parts institutions, sets the order, and lets Link ask", async () => {
  const { app, run } = await setup();
  expect((await run()).out).toBe(
    "order    connection, aggregator, token, fints\nin Link  the first way is taken\n" +
      "no bank is reached by several ways\n",
  );
  const { out } = await run(
    ...["--order", "token,fints,aggregator,connection", "--ask", "--join", "ins_700002,ins_700001"],
  );
  expect(out).toBe(
    "order    token, fints, aggregator, connection\nin Link  the user is asked for the way\n" +
      "Lantern: ins_700002 (token, US), ins_700001 (token, US)\n",
  );
  expect(await app.services.store.institutions.ways()).toMatchObject({
    ...{ asks: true, joined: [["ins_700002", "ins_700001"]] },
  });
  expect(await app.services.store.audit.last(1)).toMatchObject([
    { action: "institutions.set_ways", actor: { kind: "operator" } },
  ]);
  await run("--no-ask", "--by-name", "ins_700001");
  expect(await app.services.store.institutions.ways()).toMatchObject({ asks: false, joined: [] });
});

test.each([
  ["an unknown id", ["--part", "ins_1"], "there is no institution ins_1"],
  ["an order without a kind", ["--order", "token"], "--order takes connection, aggregator, token"],
  ["a kind twice", ["--order", "token,token,aggregator"], "each once"],
  ["one id alone", ["--join", "ins_700001"], "--join takes at least two ids"],
])("%s is refused, and changes nothing", async (_, line, words) => {
  const { app, run } = await setup();
  const before = await app.services.store.institutions.revision();
  const { code, err } = await run(...line);
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect(await app.services.store.institutions.revision()).toBe(before);
});
