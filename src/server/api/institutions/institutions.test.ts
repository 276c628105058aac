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

const getAll = async (options: object = {}, asked: object = US) => {
  const { call } = await testApp();
  return (await call("/institutions/get", { ...asked, options })) as Page;
};

const idsOf = (institutions: readonly Institution[]) =>
  institutions.map(({ institution_id }) => institution_id);

test.each([
  ["/institutions/search", { query: "platypus", country_codes: ["US"], products: ["bank"] }],
  ["/institutions/get", { ...US, options: { products: ["auth", "bank"] } }],
  ["/sandbox/public_token/create", { institution_id: "ins_109508", initial_products: ["bank"] }],
])("%s refuses a product that there is not by its own code", async (path, body) => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  const refusal = await post(path, { client_id, secret, ...body });
  expect([refusal.status, refusal.body.error_code]).toEqual([400, "INVALID_PRODUCT"]);
  expect(refusal.body.error_message).toMatch(/products\[\d\] must be one of transactions, auth/);
  const other = await post(path, { client_id, secret, ...body, surprise: 1 });
  expect(other.body.error_code).toBe("UNKNOWN_FIELDS");
});

describe("options of /institutions/get", () => {
  test("narrow the answer and its total by products, all of which an institution has to have", async () => {
    const { institutions, total } = await getAll();
    expect(total).toBe(institutions.length);
    for (const products of [["auth"], ["identity", "assets"], ["balance", "income"]]) {
      const narrowed = await getAll({ products });
      const expected = institutions.filter((one) =>
        products.every((product) => one.products.includes(product)),
      );
      expect(idsOf(narrowed.institutions)).toEqual(idsOf(expected));
      expect(narrowed.total).toBe(expected.length);
    }
  });

  test("narrow the answer by oauth, and say nothing of it when it is null", async () => {
    const { institutions } = await getAll();
    for (const oauth of [true, false]) {
      const expected = institutions.filter((one) => one.oauth === oauth);
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf((await getAll({ oauth })).institutions)).toEqual(idsOf(expected));
    }
    expect((await getAll({ oauth: null, products: null })).total).toBe(institutions.length);
  });

  test("find the institutions of routing numbers, and none of one that is nobody's", async () => {
    const { institutions } = await getAll();
    const [one, other] = institutions.filter(({ routing_numbers }) => routing_numbers.length > 0);
    const numbers = [one?.routing_numbers[0], other?.routing_numbers.at(-1)];
    const found = await getAll({ routing_numbers: numbers });
    const expected = institutions.filter(({ routing_numbers }) =>
      routing_numbers.some((number) => numbers.includes(number)),
    );
    expect(idsOf(found.institutions)).toEqual(idsOf(expected));
    expect(await getAll({ routing_numbers: ["000000000"] })).toMatchObject({
      institutions: [],
      total: 0,
    });
  });

  test("leave the total what it is, whatever page is asked for", async () => {
    const { total, institutions } = await getAll({ products: ["auth"] });
    const page = { ...US, count: 3, offset: total - 2 };
    const last = await getAll({ products: ["auth"] }, page);
    expect([last.total, idsOf(last.institutions)]).toEqual([total, idsOf(institutions).slice(-2)]);
    const beyond = await getAll({ products: ["auth"] }, { ...page, offset: total });
    expect([beyond.total, beyond.institutions]).toEqual([total, []]);
  });
});

describe("options.include_status", () => {
  test("says how logins and each product that there is work, in shares that add up", async () => {
    const { institutions } = await getAll({ include_status: true });
    for (const { products, status = {} } of institutions) {
      const told = ["item_logins"];
      if (products.includes("transactions")) told.push("transactions_updates");
      told.push(...["auth", "identity"].filter((product) => products.includes(product)));
      expect(Object.keys(status)).toEqual(told);
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
    const asked = { country_codes: ["US"], options: { include_status: true } };
    const one = (await call("/institutions/get_by_id", { institution_id, ...asked })) as {
      institution: Institution & { name: string };
    };
    expect(one.institution.status?.item_logins?.status).toBe(health);
    const query = one.institution.name;
    const found = (await call("/institutions/search", { query, ...asked })) as Page;
    expect(found.institutions[0]?.status?.item_logins?.status).toBe(health);
  });

  test("left out or false says nothing", async () => {
    for (const options of [{}, { include_status: false }]) {
      const { institutions } = await getAll(options);
      expect(institutions.filter((one) => "status" in one)).toEqual([]);
    }
  });
});
