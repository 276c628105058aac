import { expect, test } from "vitest";
import { institutionFiles } from "./institution-files.fixture.ts";

const HEAD =
  "Nr.;BLZ;BIC;Institut;Ort;RZ;Organisation;HBCI-Zugang DNS;HBCI-Version;PIN/TAN-Zugang URL;Version;Datum letzte Änderung";
const row = (code: string, name: string, place: string, url: string, version = "FinTS V3.0") =>
  `1;${code};COBADEFFXXX;${name};${place};BV;BdB;;;${url};${version};01.01.2026`;
const list = (...rows: string[]) => Buffer.from([HEAD, ...rows, ";;;;;"].join("\r\n"), "latin1");
const fintsOf = (all: readonly { name: string; institutionId: string; description?: object }[]) =>
  all.map(({ name, institutionId, description }) => ({ name, institutionId, ...description }));

const setup = () =>
  institutionFiles({ SERVICE_ENV: "production", PUBLIC_URL: "https://x.example" });

test("a list in Windows-1252 becomes German banks, one for the branches that share a name and an address", async () => {
  const { run, file, stored } = setup();
  const url = "https://fints.bank.example/fints";
  const { out, failure } = await run(
    "import-fints",
    file(
      "list.csv",
      list(
        row("70070010", "Müller Bank", "München", url),
        row("10070000", "Müller Bank", "Berlin", url),
        row("20000000", "Volksbank", "Ulm", "https://ulm.example/"),
        row("20000001", "Volksbank", "Jena", "https://jena.example/"),
        row("30000000", "Papierbank", "Ulm", ""),
        row("30000001", "Alte Bank", "Ulm", "https://old.example/", "FinTS V2.2"),
      ),
    ),
  );
  expect(failure).toBe("");
  expect(out).toBe(
    "3 new banks, 0 changed, 2 rows without FinTS 3.0 by PIN and TAN\n" +
      "set FINTS_PRODUCT_ID to the product ID of your registration: until then they are listed only\n",
  );
  expect(fintsOf(await stored())).toMatchObject([
    {
      ...{ name: "Müller Bank", institutionId: "ins_2810070000", address: url },
      bank_codes: ["10070000", "70070010"],
    },
    { name: "Volksbank (Ulm)", bank_codes: ["20000000"], address: "https://ulm.example/" },
    { name: "Volksbank (Jena)", bank_codes: ["20000001"] },
  ]);
});

test("a bank that is imported again keeps its id, with another name and another address", async () => {
  const { run, file, stored } = setup();
  const both = row("10070000", "Erste Bank", "Berlin", "https://one.example/");
  await run(
    "import-fints",
    file("one.csv", list(both, row("70070010", "Erste Bank", "Ulm", "https://one.example/"))),
  );
  const { out } = await run(
    "import-fints",
    file("two.csv", list(row("70070010", "Neue Bank", "Ulm", "https://two.example/"))),
  );
  expect(out).toContain("0 new banks, 1 changed");
  expect(fintsOf(await stored())).toMatchObject([
    { name: "Neue Bank", institutionId: "ins_2810070000", address: "https://two.example/" },
  ]);
});

test.each([
  ["http://bank.example/", "must begin with https://"],
  ["https://user:pass@bank.example/", "must have no user name"],
  ["http://localhost:9000/", "must be a public address"],
  ["fints.bank.example", "must be a URL"],
])("the address %s is refused by its line, and nothing is imported", async (url, problem) => {
  const { run, file, stored } = setup();
  const good = row("10070000", "Gute Bank", "Berlin", "https://good.example/");
  const bad = file("list.csv", list(good, row("20000000", "Schlechte Bank", "Ulm", url)));
  const refused = await run("import-fints", bad);
  expect(refused.err).toContain(`:3: the address ${problem}`);
  expect(refused.failure).toContain("so nothing was");
  expect(await stored()).toEqual([]);
  const skipped = await run("import-fints", bad, "--skip-bad");
  expect(skipped.failure).toContain("left out: 1 row");
  expect(await stored()).toHaveLength(1);
});

test.each([
  ["a table without the columns", "name,url\nA,https://a.example/"],
  ["an empty file", ""],
  ["no table", "\0\0\0\0"],
])("%s is no list", async (_, content) => {
  const { run, file, stored } = setup();
  const { failure } = await run("import-fints", file("list.csv", content));
  expect(failure).toContain("must name the columns BLZ, Institut and PIN/TAN-Zugang URL");
  expect(await stored()).toEqual([]);
});

test("a bank of FinTS comes from the list alone", async () => {
  const { run, file, stored } = setup();
  const description = {
    ...{ institution_id: "ins_1", name: "Bank", country_codes: ["DE"], protocol: "fints" },
    ...{ address: "https://bank.example/", bank_codes: ["10070000"] },
  };
  const { failure } = await run("add", file("bank.json", JSON.stringify(description)));
  expect(failure).toContain("import-fints");
  expect(await stored()).toEqual([]);
});
