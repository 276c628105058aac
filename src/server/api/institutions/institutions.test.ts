import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Page = { total: number; institutions: Institution[] };
type Health = {
  status: string;
  last_status_change: string;
  breakdown: { success: number; error_service: number; error_institution: number };
};
type Institution = {
  institution_id: string;
  products: string[];
  routing_numbers: string[];
  oauth: boolean;
  status?: Record<string, Health>;
};

const US = { count: 500, offset: 0, country_codes: ["US"] };

const getAll = async (options: object = {}, request: object = US) => {
  const { call } = await testApp();
  return (await call("/institutions/get", { ...request, options })) as Page;
};

const listIds = (institutions: readonly Institution[]) =>
  institutions.map(({ institution_id }) => institution_id);

test.each([
  ["/institutions/search", { query: "platypus", country_codes: ["US"], products: ["bank"] }],
  ["/institutions/get", { ...US, options: { products: ["auth", "bank"] } }],
  ["/sandbox/public_token/create", { institution_id: "ins_109508", initial_products: ["bank"] }],
])("%s refuses an unknown product with INVALID_PRODUCT", async (path, body) => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  const refusal = await post(path, { client_id, secret, ...body });
  expect([refusal.status, refusal.body.error_code]).toEqual([400, "INVALID_PRODUCT"]);
  expect(refusal.body.error_message).toMatch(/products\[\d\] must be one of transactions, auth/);
  const other = await post(path, { client_id, secret, ...body, surprise: 1 });
  expect(other.body.error_code).toBe("UNKNOWN_FIELDS");
});

describe("options of /institutions/get", () => {
  test("options.products narrows /institutions/get and its total to institutions with all of them", async () => {
    const { institutions, total } = await getAll();
    expect(total).toBe(institutions.length);
    for (const products of [["auth"], ["identity", "assets"], ["balance", "income"]]) {
      const selection = await getAll({ products });
      const matches = institutions.filter((institution) =>
        products.every((product) => institution.products.includes(product)),
      );
      expect(listIds(selection.institutions)).toEqual(listIds(matches));
      expect(selection.total).toBe(matches.length);
    }
  });

  test("options.oauth narrows /institutions/get, and null does not", async () => {
    const { institutions } = await getAll();
    for (const oauth of [true, false]) {
      const matches = institutions.filter((institution) => institution.oauth === oauth);
      expect(matches.length).toBeGreaterThan(0);
      expect(listIds((await getAll({ oauth })).institutions)).toEqual(listIds(matches));
    }
    expect((await getAll({ oauth: null, products: null })).total).toBe(institutions.length);
  });

  test("options.routing_numbers finds their institutions, and none for an unknown number", async () => {
    const { institutions } = await getAll();
    const [first, second] = institutions.filter(
      ({ routing_numbers }) => routing_numbers.length > 0,
    );
    const numbers = [first?.routing_numbers[0], second?.routing_numbers.at(-1)];
    const page = await getAll({ routing_numbers: numbers });
    const matches = institutions.filter(({ routing_numbers }) =>
      routing_numbers.some((number) => numbers.includes(number)),
    );
    expect(listIds(page.institutions)).toEqual(listIds(matches));
    expect(await getAll({ routing_numbers: ["000000000"] })).toMatchObject({
      institutions: [],
      total: 0,
    });
  });

  test("total of /institutions/get is the same on every page", async () => {
    const { total, institutions } = await getAll({ products: ["auth"] });
    const page = { ...US, count: 3, offset: total - 2 };
    const last = await getAll({ products: ["auth"] }, page);
    expect([last.total, listIds(last.institutions)]).toEqual([
      total,
      listIds(institutions).slice(-2),
    ]);
    const beyond = await getAll({ products: ["auth"] }, { ...page, offset: total });
    expect([beyond.total, beyond.institutions]).toEqual([total, []]);
  });
});

describe("options.include_status", () => {
  test("include_status returns the health of logins and of each product, in shares that add up to 1", async () => {
    const { institutions } = await getAll({ include_status: true });
    for (const { products, status = {} } of institutions) {
      const parts = ["item_logins"];
      if (products.includes("transactions")) parts.push("transactions_updates");
      parts.push(...["auth", "identity"].filter((product) => products.includes(product)));
      expect(Object.keys(status)).toEqual(parts);
      for (const { breakdown, last_status_change } of Object.values(status)) {
        const { success, error_service, error_institution } = breakdown;
        expect(success + error_service + error_institution).toBeCloseTo(1, 10);
        expect(new Date(last_status_change).toISOString()).toBe(last_status_change);
      }
    }
  });

  test.each([
    ["ins_109508", "HEALTHY"],
    ["ins_132363", "DEGRADED"],
    ["ins_132361", "DOWN"],
  ])("tells %s to be %s, by its id and in a search as well", async (institution_id, health) => {
    const { call } = await testApp();
    const request = { country_codes: ["US"], options: { include_status: true } };
    const one = (await call("/institutions/get_by_id", { institution_id, ...request })) as {
      institution: Institution & { name: string };
    };
    expect(one.institution.status?.item_logins?.status).toBe(health);
    const query = one.institution.name;
    const page = (await call("/institutions/search", { query, ...request })) as Page;
    expect(page.institutions[0]?.status?.item_logins?.status).toBe(health);
  });

  test("without include_status an institution has no status", async () => {
    for (const options of [{}, { include_status: false }]) {
      const { institutions } = await getAll(options);
      expect(institutions.filter((institution) => "status" in institution)).toEqual([]);
    }
  });
});

test("include_auth_metadata says how account numbers are had, and null where they are not", async () => {
  const { institutions } = await getAll({ include_auth_metadata: true });
  const methodsOf = (hasAuth: boolean) =>
    institutions
      .filter(({ products }) => products.includes("auth") === hasAuth)
      .map((institution) => Reflect.get(institution, "auth_metadata").supported_methods);
  expect(methodsOf(true).length).toBeGreaterThan(0);
  for (const methods of methodsOf(true))
    expect(methods).toMatchObject({ instant_auth: expect.any(Boolean), instant_match: false });
  expect(methodsOf(false).filter((methods) => methods !== null)).toEqual([]);
  expect((await getAll({})).institutions.some((each) => "auth_metadata" in each)).toBe(false);
});

test("/institutions/get lists the institutions of a country with a product, a page at a time", async () => {
  const { call } = await testApp();
  const page = async (offset: number) =>
    (await call("/institutions/get", {
      count: 5,
      offset,
      country_codes: ["GB"],
      options: { products: ["auth"] },
    })) as { total: number; institutions: { institution_id: string; country_codes: string[] }[] };
  const first = await page(0);
  const second = await page(5);
  expect(first.institutions).toHaveLength(5);
  expect(first.total).toBeGreaterThan(5);
  for (const { country_codes } of first.institutions) expect(country_codes).toContain("GB");
  const ids = [...first.institutions, ...second.institutions].map(
    (institution) => institution.institution_id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("/institutions/search finds an institution by name, with its status on request", async () => {
  const { call } = await testApp();
  const { institutions } = (await call("/institutions/search", {
    query: "first plat",
    country_codes: ["US"],
    options: { include_status: true, include_optional_metadata: true },
  })) as { institutions: Record<string, unknown>[] };
  expect(institutions[0]).toMatchObject({
    institution_id: "ins_109508",
    name: "First Platypus Bank",
    country_codes: ["US"],
    status: { item_logins: { status: "HEALTHY" } },
  });
  expect(institutions[0]?.url).toMatch(/^https:\/\/.*\.example/);
});

test("/institutions/get_by_id returns INVALID_INSTITUTION for a country that the institution does not serve", async () => {
  const { call, post, credentials } = await testApp();
  const id = { institution_id: "ins_109508" };
  const answer = await call("/institutions/get_by_id", { ...id, country_codes: ["US"] });
  expect(answer.institution).toMatchObject(id);
  const { body } = await post("/institutions/get_by_id", {
    ...credentials,
    ...id,
    country_codes: ["FR"],
  });
  expect(body.error_code).toBe("INVALID_INSTITUTION");
});
