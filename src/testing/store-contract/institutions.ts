import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTRY_CODES, LOGO_SHAPES, PRODUCTS } from "../../protocol/vocabulary.ts";
import type { AggregatedBank, Aggregator } from "../../server/domain/institutions/aggregator.ts";
import { Deviations } from "../../server/domain/institutions/deviations.ts";
import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import type { InstitutionRegistration } from "../../server/domain/institutions/institution-registration.ts";
import { openStore } from "../../server/store/open-store.ts";
import { anyUrl } from "../any-text.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem } from "./samples.ts";

/** Returns an institution to put into a store. */
export const sampleInstitution = (
  institutionId: string,
  changes: Partial<CustomInstitution> = {},
): CustomInstitution => ({
  institutionId,
  name: `Bank ${institutionId}`,
  aliases: ["The Bank"],
  products: ["auth", "balance"],
  countryCodes: ["US"],
  routingNumbers: ["804654979"],
  oauth: false,
  url: "https://bank.example",
  supported: true,
  logoShape: null,
  color: null,
  addedAt: NOW,
  ...changes,
});

/** A connection of an institution. */
const sampleConnection = (
  institutionId: string,
  changes: Partial<InstitutionRegistration> = {},
): InstitutionRegistration => ({
  institutionId,
  issuer: "https://bank.example",
  clientId: "client-1",
  authentication: "client_secret_basic",
  dataUrl: "https://bank.example/fdx/v6",
  scopes: ["openid", "Account"],
  resource: null,
  flow: "ciba",
  sealedSecrets: "sealed",
  connectedAt: NOW,
  ownRedirectUri: true,
  dpop: false,
  dpopBy: "probe",
  quota: { requestsPerDay: 4, countedBy: "endpoint" },
  privateHosts: ["bank.example"],
  standard: {
    dialect: "uk",
    security: "none",
    approach: "redirect",
    deviations: Deviations.parse({ headers: { "x-bank": "1" } }),
  },
  ...changes,
});

const text = fc.string({ unit: "grapheme" }).map((string) => string.replaceAll("\0", ""));

const anyInstitution: fc.Arbitrary<CustomInstitution> = fc.record({
  institutionId: fc.nat().map((number) => `ins_${number}`),
  name: text,
  aliases: fc.array(text, { maxLength: 3 }),
  products: fc.subarray([...PRODUCTS]),
  countryCodes: fc.subarray([...COUNTRY_CODES]),
  routingNumbers: fc.array(fc.stringMatching(/^\d{9}$/), { maxLength: 3 }),
  oauth: fc.boolean(),
  url: fc.option(anyUrl(), { nil: null }),
  supported: fc.boolean(),
  logoShape: fc.option(fc.constantFrom(...LOGO_SHAPES), { nil: null }),
  color: fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/), { nil: null }),
  addedAt: fc.integer({ min: 0, max: 8.64e15 }),
});

const DESCRIPTION: CustomInstitution["description"] = {
  institution_id: "ins_1",
  name: "SimpleFIN",
  country_codes: ["US"],
  protocol: "simplefin",
};

const AGGREGATOR: Aggregator = {
  ...{ aggregatorId: "a", kind: "enable-banking", address: "https://api.example" },
  ...{ applicationId: "app-1", sealedKey: "sealed", clientId: null, sealedPerson: null },
  ...{ addedAt: NOW, refreshedAt: null, problem: null },
};
const AGGREGATED: AggregatedBank = {
  ...{ protocol: "enable-banking", aggregatorId: "a", country: "FI", name: "Harbour Bank" },
  ...{ psuTypes: ["personal"], authMethods: [], consentSeconds: 86_400, requiredPsuHeaders: [] },
  ...{ bic: null, logo: null, isListed: true },
};

/** The contract of every store for imported institutions. */
export const institutionsContract = ({
  connect,
  migratedDatabase,
  empty,
}: ContractContext): void => {
  test("a description stays with an institution that is put in again without one", async () => {
    const { institutions } = await empty();
    await institutions.put([sampleInstitution("ins_1", { description: DESCRIPTION })]);
    await institutions.put([sampleInstitution("ins_1", { name: "Renamed" })]);
    expect(await institutions.all()).toEqual([
      sampleInstitution("ins_1", { name: "Renamed", description: DESCRIPTION }),
    ]);
  });

  test("a key at an aggregator is replaced, and removed with its banks alone, unless Items are linked there", async () => {
    const store = await empty();
    const { institutions } = store;
    const toBank = (id: string, aggregatorId: string) =>
      sampleInstitution(id, { aggregated: { ...AGGREGATED, aggregatorId } });
    const own = sampleInstitution("ins_3", { description: DESCRIPTION });
    await institutions.put([toBank("ins_1", "a"), toBank("ins_2", "b"), own]);
    const revision = await institutions.revision();
    await institutions.putAggregator(AGGREGATOR);
    const changed = { ...AGGREGATOR, clientId: "client-1", refreshedAt: NOW, problem: "inactive" };
    await institutions.putAggregator({ ...changed, addedAt: NOW + 1 });
    expect(await institutions.aggregators()).toEqual([changed]);
    expect(await institutions.revision()).toBeGreaterThan(revision);
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    expect(await institutions.removeAggregator("a")).toEqual({ removed: false, liveItems: 1 });
    await store.items.remove(sampleItem("1").item, NOW);
    expect(await institutions.removeAggregator("a")).toEqual({ removed: true, liveItems: 0 });
    expect(await institutions.all()).toEqual([toBank("ins_2", "b"), own]);
    expect(await institutions.removeAggregator("a")).toEqual({ removed: false, liveItems: 0 });
  });

  test("institutions are listed in the order in which they were put in", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyInstitution, { selector: ({ institutionId }) => institutionId }),
        async (institutions) => {
          const store = await empty();
          const { added } = await store.institutions.put(institutions);
          expect(added).toBe(institutions.length);
          expect(await store.institutions.all()).toEqual(institutions);
          await store.close();
        },
      ),
      { numRuns: samples(20) },
    );
  });

  test("an institution that is put in again keeps its place and its time", async () => {
    const { institutions } = await empty();
    const [a, b, c] = ["ins_1", "ins_2", "ins_3"].map((id) => sampleInstitution(id));
    if (!a || !b || !c) throw new Error("there are three");
    await institutions.put([a, b]);
    const newVersion = {
      ...a,
      name: "Another",
      oauth: true,
      logoShape: "tide" as const,
      color: "#102030",
    };
    const { added } = await institutions.put([c, { ...newVersion, addedAt: NOW + 1 }]);
    expect(added).toBe(1);
    expect(await institutions.all()).toEqual([newVersion, b, c]);
  });

  test("an import larger than one statement is atomic, and reports its progress", async () => {
    const { institutions } = await empty();
    const many = Array.from({ length: 1234 }, (_, at) => sampleInstitution(`ins_${at}`));
    const progress: number[] = [];
    await institutions.put(many, (count) => progress.push(count));
    expect(progress).toEqual([500, 1000, 1234]);
    expect(await institutions.all()).toEqual(many);
  });

  test("an import is all or nothing", async () => {
    const { institutions } = await empty();
    const many = Array.from({ length: 900 }, (_, at) => sampleInstitution(`ins_${at}`));
    const failing = institutions.put(many, (count) => {
      if (count === 900) throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await institutions.all()).toEqual([]);
    expect(await institutions.revision()).toBe(0);
  });

  test("the revision tells every change, and only those", async () => {
    const { institutions } = await empty();
    expect(await institutions.revision()).toBe(0);
    await institutions.put([sampleInstitution("ins_1")]);
    expect(await institutions.revision()).toBe(1);
    expect(await institutions.remove("ins_2", NOW)).toEqual({ removed: false, liveItems: 0 });
    expect(await institutions.revision()).toBe(1);
    expect(await institutions.remove("ins_1", NOW)).toEqual({ removed: true, liveItems: 0 });
    expect(await institutions.revision()).toBe(2);
    expect(await institutions.all()).toEqual([]);
  });

  test("an institution is not forgotten while there are Items at it", async () => {
    const { institutions, clients, items } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await institutions.put([sampleInstitution("ins_1")]);
    expect(await institutions.remove("ins_1", NOW)).toEqual({ removed: false, liveItems: 1 });
    expect(await institutions.all()).toHaveLength(1);
    await items.remove(sampleItem("1").item, NOW);
    expect(await institutions.remove("ins_1", NOW)).toEqual({ removed: true, liveItems: 0 });
  });

  test("an institution has one connection, and each change of it counts as one of the institution", async () => {
    const { institutions } = await empty();
    await institutions.put([sampleInstitution("ins_1"), sampleInstitution("ins_2")]);
    expect(await institutions.connect(sampleConnection("ins_3"))).toBe(false);
    expect(await institutions.revision()).toBe(1);
    expect(await institutions.connect(sampleConnection("ins_1"))).toBe(true);
    const newConnection = sampleConnection("ins_1", {
      authentication: "private_key_jwt",
      scopes: null,
      resource: "https://bank.example/data",
    });
    expect(await institutions.connect(newConnection)).toBe(true);
    expect(await institutions.revision()).toBe(3);
    expect(await institutions.connections()).toEqual([newConnection]);
    await institutions.put([sampleInstitution("ins_1", { name: "Renamed" })]);
    expect(await institutions.connections()).toEqual([newConnection]);
    expect(await institutions.disconnect("ins_2", NOW)).toEqual({ removed: false, liveItems: 0 });
    expect(await institutions.disconnect("ins_1", NOW)).toEqual({ removed: true, liveItems: 0 });
    expect(await institutions.revision()).toBe(5);
    expect(await institutions.connections()).toEqual([]);
    expect(await institutions.all()).toHaveLength(2);
  });

  test("a connection from before may be at its own hosts on a private network", async () => {
    const db = connect(await migratedDatabase());
    const { institutions } = await openStore(db);
    await institutions.put([sampleInstitution("ins_1")]);
    const dataUrl = "https://10.0.0.8/data";
    await institutions.connect(sampleConnection("ins_1", { dataUrl, privateHosts: [] }));
    expect((await institutions.connections())[0]?.privateHosts).toEqual([]);
    await db.updateTable("institution_connection").set({ private_hosts: null }).execute();
    expect((await institutions.connections())[0]?.privateHosts).toEqual([
      "bank.example",
      "10.0.0.8",
    ]);
  });

  test("a connection stays as long as Items are read by it, and goes with its institution", async () => {
    const { institutions, clients, items } = await empty();
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await institutions.put([sampleInstitution("ins_1")]);
    await institutions.connect(sampleConnection("ins_1"));
    expect(await institutions.disconnect("ins_1", NOW)).toEqual({ removed: false, liveItems: 1 });
    expect(await institutions.connections()).toHaveLength(1);
    await items.remove(sampleItem("1").item, NOW);
    expect(await institutions.remove("ins_1", NOW)).toEqual({ removed: true, liveItems: 0 });
    expect(await institutions.connections()).toEqual([]);
  });
};
