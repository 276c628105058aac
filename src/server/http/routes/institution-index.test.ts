import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeUpInstitutions } from "../../../../bench/institutions.mjs";
import { loadIndex } from "../../../link/institution-index.ts";
import { samples } from "../../../testing/property-samples.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const manyInstitutions = (count: number) =>
  madeUpInstitutions(count).map((record) =>
    sampleInstitution(record.institution_id, {
      name: record.name,
      aliases: record.aliases ?? [],
      countryCodes: record.country_codes,
      products: record.products ?? [],
      oauth: record.oauth ?? false,
      logoShape: null,
      color: record.primary_color ?? null,
    }),
  );

/** The app with `count` more institutions, as seen by a browser's `fetch`. */
const appWith = async (count: number, variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const put = async (institutions: ReturnType<typeof manyInstitutions>) => {
    await app.services.store.institutions.put(institutions);
    app.advanceClock(2000);
  };
  await put(manyInstitutions(count));
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ method: "GET", url, headers });
  const fetch = async (url: unknown): Promise<Response> => {
    const { statusCode: status, body } = await get(String(url));
    return new Response(body, { status });
  };
  return { ...app, put, get, fetch };
};

const ALL =
  "/bridge/institutions/index?countryCodes=US&product=auth,transactions&language=en&byHand=false";

describe("the index of a session's institutions", () => {
  const queryTexts = fc.oneof(
    fc.constantFrom("", " ", "-", "First", "platypus", "Platipus", "numbers", "hand", "bank"),
    fc.stringMatching(/^[a-z]{1,4}$/),
    fc
      .constantFrom(...manyInstitutions(50).map(({ name }) => name))
      .chain((name) =>
        fc.nat(name.length).map((at) => name.slice(0, at) + name.slice(at + 1, at + 6)),
      ),
  );
  const config = fc.record(
    {
      product: fc.subarray(["auth", "transactions", "identity"], { minLength: 1 }),
      countryCodes: fc.subarray(["US", "CA", "FR"], { minLength: 1 }),
      language: fc.constantFrom("en", "fr"),
      user: fc.constant({ legalName: "Jane Doe", emailAddress: "jane@people.example" }),
    },
    { requiredKeys: ["product", "countryCodes"] },
  );

  test("a session's index of institutions has the results of the server's search, in its order, for any session", async () => {
    const { startLink, fetch } = await appWith(400);
    await fc.assert(
      fc.asyncProperty(
        config,
        fc.array(queryTexts, { minLength: 1, maxLength: 8 }),
        async (config, queries) => {
          const link = await startLink(config);
          expect(link.status).toBe(200);
          const search = await loadIndex(fetch, String(link.body.institution_index));
          for (const query of [...queries, "nothing is called that"]) {
            const { body } = await link.bridge("institutions/search", { query });
            expect(search(query)).toEqual(body.institutions);
          }
        },
      ),
      { numRuns: samples(40) },
    );
  });

  test("offers account numbers by hand if nothing is found and the session may have them", async () => {
    const { startLink, fetch } = await appWith(0);
    const user = { legalName: "Jane Doe", emailAddress: "jane@people.example" };
    const indexFor = async (config: object) => {
      const { body } = await startLink({ product: ["auth"], ...config });
      const search = await loadIndex(fetch, String(body.institution_index));
      return search("nothing is called that").map(({ institution_id }) => institution_id);
    };
    expect(await indexFor({ user })).toEqual(["ins_900000"]);
    expect(await indexFor({})).toEqual([]);
  });

  test("a session's index of institutions is 100 KB at most for 12,000, after brotli", async () => {
    const { get } = await appWith(12_000);
    const answer = await get(ALL, { "accept-encoding": "br" });
    expect(answer.headers["content-encoding"]).toBe("br");
    const { shapes } = JSON.parse(brotliDecompressSync(answer.rawPayload).toString());
    expect(shapes.length).toBeGreaterThan(9000);
    expect(answer.rawPayload.length).toBeLessThanOrEqual(100 * 1024);
  });

  test("a session's index of institutions is not sent again to who has it, until an institution is another", async () => {
    const { get, put } = await appWith(20);
    const first = await get(ALL);
    expect(first.headers["cache-control"]).toBe("public, no-cache");
    const etag = String(first.headers.etag);
    const again = await get(ALL, { "if-none-match": `"other", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const products = ["auth", "transactions"] as const;
    await put([sampleInstitution("ins_499999", { products: [...products] })]);
    const newAnswer = await get(ALL, { "if-none-match": etag });
    expect(newAnswer.statusCode).toBe(200);
    expect(newAnswer.headers.etag).not.toBe(etag);
  });

  test("a session's index of institutions is the same in every encoding", async () => {
    const { get } = await appWith(20);
    const plain = (await get(ALL)).body;
    const br = await get(ALL, { "accept-encoding": "br" });
    const gzip = await get(ALL, { "accept-encoding": "gzip" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain);
  });

  test.each([
    "",
    "?countryCodes=US",
    ALL.replace("US", "XX").slice(ALL.indexOf("?")),
    `${ALL.slice(ALL.indexOf("?"))}&countryCodes=CA`,
    `${ALL.slice(ALL.indexOf("?"))}&more=1`,
  ])("a session's index of institutions is refused for the query '%s'", async (query) => {
    const { get } = await appWith(0);
    const answer = await get(`/bridge/institutions/index${query}`);
    expect([answer.statusCode, answer.json().error_type]).toEqual([400, "INVALID_REQUEST"]);
  });

  test("a session in update mode has no index of institutions", async () => {
    const { startLink, link, call } = await appWith(0);
    const { access_token } = await link();
    const { public_token } = await call("/item/public_token/create", { access_token });
    const { body } = await startLink({ token: public_token });
    expect(body.institution_index).toBeNull();
  });
});
