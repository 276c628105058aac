import { expect, test } from "vitest";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import { toLogo } from "../../domain/institutions/logo/logo.ts";
import { readOwnLogos } from "./own-logos.ts";

const PNG = Buffer.from(toLogo({ logoShape: "arch", color: "#123456" }), "base64");
const ADDRESS = "https://bank.example/logo.png";

/** A simulated internet: a response per address, or else the SSRF rules' refusal. */
const httpWith = (answers: Record<string, Response>) => {
  const requests: string[] = [];
  const hosts: string[] = [];
  const http: InstitutionHttp = {
    open: (options) => {
      expect(options.privateHosts).toEqual([]);
      hosts.push(...options.hosts);
      return {
        fetch: async (url) => {
          requests.push(url);
          const answer = answers[url];
          if (!answer) throw new Fault("UNSUPPORTED_RESPONSE");
          return answer;
        },
        close: async () => undefined,
      };
    },
    close: async () => undefined,
  };
  return { http, requests, hosts };
};

const bankWith = (id: number, source: string, isStored = false) =>
  sampleInstitution(`ins_${id}`, { logo: { source, isStored } });

test("a logo is fetched from its address, or read from its bytes, and cut to size", async () => {
  const { http, requests, hosts } = httpWith({ [ADDRESS]: new Response(PNG) });
  const data = `data:image/png;base64,${PNG.toString("base64")}`;
  const { institutions, bad } = await readOwnLogos(
    [bankWith(1, ADDRESS), bankWith(2, data), sampleInstitution("ins_3")],
    [],
    http,
  );
  expect(bad).toEqual([]);
  const [fetched, given, drawn] = institutions;
  expect(fetched?.logo?.png?.readUInt32BE(16)).toBe(152);
  expect(given?.logo?.png).toEqual(fetched?.logo?.png);
  expect(drawn).not.toHaveProperty("logo");
  expect([requests, hosts]).toEqual([[ADDRESS], ["bank.example"]]);
});

test("other work runs between the pictures of an import", async () => {
  const data = `data:image/png;base64,${PNG.toString("base64")}`;
  const banks = Array.from({ length: 9 }, (_, at) => bankWith(at + 1, data));
  let isOver = false;
  let turns = 0;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await readOwnLogos(banks, [], httpWith({}).http);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(banks.length);
});

test("a logo that is stored already is not fetched again", async () => {
  const { http, requests } = httpWith({});
  const { bad } = await readOwnLogos([bankWith(1, ADDRESS)], [bankWith(1, ADDRESS, true)], http);
  expect([bad, requests]).toEqual([[], []]);
});

test("a logo that cannot be read names its institution and the reason", async () => {
  const { http } = httpWith({
    [ADDRESS]: new Response("<svg/>"),
    "https://bank.example/gone.png": new Response(null, { status: 404 }),
  });
  const sources = [ADDRESS, "https://bank.example/gone.png", "https://10.0.0.1/logo.png"];
  const banks = sources.map((source, at) => bankWith(at, source));
  const { bad } = await readOwnLogos(banks, [], http);
  expect(bad.toSorted((a, b) => a.institutionId.localeCompare(b.institutionId))).toEqual([
    { institutionId: "ins_0", problem: "its logo: Only a PNG can be a logo." },
    {
      institutionId: "ins_1",
      problem: "its logo: https://bank.example/gone.png responded with 404",
    },
    { institutionId: "ins_2", problem: "its logo: https://10.0.0.1/logo.png could not be read" },
  ]);
});
