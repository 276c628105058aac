import { describe, expect, test } from "vitest";
import { COUNTRY_CODES, type CountryCode } from "../../../protocol/vocabulary.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { PAGE, testApp } from "../../../testing/test-app/test-app.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { toLogo } from "../../domain/institutions/logo/logo.ts";

/** A custom institution in a country, with the products that the test asks for. */
const own = (id: number, country: CountryCode, changes: Partial<CustomInstitution> = {}) =>
  sampleInstitution(`ins_${id}`, {
    name: `Elderflower ${country}`,
    aliases: ["Sambucus"],
    countryCodes: [country],
    products: ["auth", "transactions", "balance"],
    routingNumbers: [],
    ...changes,
  });

/** The app, after it has loaded these institutions from the store. */
const appWith = async (
  institutions: CustomInstitution[],
  variables: Record<string, string> = {},
) => {
  const app = await testApp(variables);
  const put = async (institutions: CustomInstitution[]) => {
    await app.services.store.institutions.put(institutions);
    app.advanceClock(2000);
    await app.server.inject("/");
  };
  await put(institutions);
  const search = async (query: string, country_codes: CountryCode[] = ["US"]) => {
    const { institutions } = await app.call("/institutions/search", { query, country_codes });
    return (institutions as { institution_id: string }[]).map(
      (institution) => institution.institution_id,
    );
  };
  return { ...app, put, search };
};

describe("an institution that is put in", () => {
  test("a custom institution is found by a running server within two seconds", async () => {
    const { services, search, advanceClock } = await appWith([]);
    await services.store.institutions.put([own(500_001, "US")]);
    advanceClock(1999);
    expect(await search("elderflower")).toEqual([]);
    advanceClock(1);
    expect(await search("elderflower")).toEqual(["ins_500001"]);
    expect(await search("sambucus")).toEqual(["ins_500001"]);
    expect(await search("elderflower", ["CA"])).toEqual([]);
    await services.store.institutions.remove("ins_500001", 0);
    advanceClock(2000);
    expect(await search("elderflower")).toEqual([]);
  });

  test("a custom institution has its own picture in Link and in the API, and keeps it until it changes", async () => {
    const png = Buffer.from(toLogo({ logoShape: "arch", color: "#123456" }), "base64");
    const logo = { source: "https://elderflower.example/logo.png", png };
    const app = await appWith([own(500_001, "US", { logo }), own(500_002, "US")]);
    const rows = async () => {
      const link = await app.startLink();
      const { body } = await link.bridge("institutions/search", { query: "elderflower" });
      return body.institutions as { logo?: string }[];
    };
    const [{ logo: path = "" } = {}, drawn] = await rows();
    expect(path).toMatch(/^\/bank-logos\/ins_500001-[\w-]{43}\.png$/);
    expect(drawn).not.toHaveProperty("logo");
    const answer = await app.server.inject(path);
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(answer.rawPayload).toEqual(png);
    expect((await app.server.inject(path.replace("500001", "500002"))).statusCode).toBe(404);
    const { institution } = await app.call("/institutions/get_by_id", {
      institution_id: "ins_500001",
      country_codes: ["US"],
      options: { include_optional_metadata: true },
    });
    expect(Object(institution).logo).toBe(png.toString("base64"));
    await app.put([own(500_001, "US", { name: "Elderflower", logo: { source: logo.source } })]);
    expect((await app.server.inject(path)).rawPayload).toEqual(png);
    await app.put([own(500_001, "US", { logo: { source: "https://elderflower.example/2.png" } })]);
    expect((await app.server.inject(path)).statusCode).toBe(404);
    expect((await rows())[0]).not.toHaveProperty("logo");
  });

  test("a custom institution has its own logo and color, or ones drawn from its id", async () => {
    const { call } = await appWith([
      own(500_001, "US", { logoShape: "tide", color: "#ffd400", url: null }),
      own(500_002, "US"),
    ]);
    const fetchInstitution = async (institution_id: string) => {
      const { institution } = await call("/institutions/get_by_id", {
        institution_id,
        country_codes: ["US"],
        options: { include_optional_metadata: true },
      });
      return institution;
    };
    expect(await fetchInstitution("ins_500001")).toMatchObject({
      url: null,
      primary_color: "#ffd400",
      logo: expect.stringMatching(/^iVBORw0KGgo[0-9A-Za-z+/]+=*$/),
    });
    expect(await fetchInstitution("ins_500002")).toMatchObject({
      url: "https://bank.example",
      primary_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  test("the mark of a custom institution in Link has enough contrast", async () => {
    const { startLink } = await appWith([
      own(500_001, "US", { logoShape: "tide", color: "#ffd400" }),
    ]);
    const link = await startLink();
    const { body } = await link.bridge("institutions/search", { query: "elderflower" });
    expect(body.institutions).toEqual([
      { institution_id: "ins_500001", name: "Elderflower US", mark: "tide", color: "#8c7500" },
    ]);
  });

  test("Link finds a custom institution by its web address and its routing number", async () => {
    const { startLink } = await appWith([
      own(500_001, "US", { url: "https://elderflower.example", routingNumbers: ["011401533"] }),
      own(500_002, "US"),
    ]);
    const link = await startLink();
    const search = async (query: string) => {
      const { body } = await link.bridge("institutions/search", { query });
      return (body.institutions as { institution_id: string }[]).map(
        (institution) => institution.institution_id,
      );
    };
    expect(await search("www.elderflower.example/login")).toEqual(["ins_500001"]);
    expect(await search("0114-0153-3")).toEqual(["ins_500001"]);
    expect(await search("elderflower.us")).toEqual(await search("elderflower us"));
  });

  test.each(COUNTRY_CODES)(
    "a custom institution in %s takes logins, and its accounts have that country's numbers",
    async (country) => {
      const { link, call } = await appWith([own(500_001, country)]);
      const { access_token } = await link("ins_500001");
      const { accounts, numbers, item } = await call("/auth/get", { access_token });
      expect(item).toMatchObject({ institution_id: "ins_500001" });
      const accountNumbers = Object.values(numbers as Record<string, unknown[]>).flat();
      expect(accountNumbers.length).toBeGreaterThan(0);
      const again = await link("ins_500001");
      const other = await call("/auth/get", { access_token: again.access_token });
      const masks = (all: unknown) => (all as { mask: string }[]).map(({ mask }) => mask);
      expect(masks(other.accounts)).toEqual(masks(accounts));
    },
  );

  test("accounts of a custom institution have its routing numbers", async () => {
    const { link, call } = await appWith([own(500_001, "US", { routingNumbers: ["804654979"] })]);
    const { access_token } = await link("ins_500001");
    const { numbers } = await call("/auth/get", { access_token });
    const { ach } = numbers as { ach: { routing: string }[] };
    expect(new Set(ach.map(({ routing }) => routing))).toEqual(new Set(["804654979"]));
  });

  test("a custom institution that is no longer supported refuses logins, and its Items stay", async () => {
    const { link, call, put } = await appWith([own(500_001, "US")]);
    const { access_token } = await link("ins_500001");
    await put([own(500_001, "US", { supported: false, name: "Elderflower of old" })]);
    await expect(link("ins_500001")).rejects.toThrow(/INSTITUTION_NO_LONGER_SUPPORTED/);
    const { item } = await call("/item/get", { access_token });
    expect(item).toMatchObject({ institution_name: "Elderflower of old" });
  });
});

test("a custom institution without a connector is listed, and selecting it returns an error", async () => {
  const { startLink, call, services, client } = await appWith([own(500_001, "US")], {
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: "0".repeat(64),
    SERVICE_LINK_CLIENT_ID: "client-of-tests",
    SERVICE_LINK_SECRET: "secret-of-the-tests",
    SERVICE_LINK_PUBLIC_KEY: "public-key-of-tests",
  });
  const page = await call("/institutions/get", { count: 5, offset: 0, country_codes: ["US"] });
  expect(page.total).toBe(1);
  await services.store.clients.allowOrigin(client.clientId, PAGE, 100);
  const link = await startLink({ env: "production" });
  expect(link.body.institutions).toMatchObject([{ institution_id: "ins_500001" }]);
  const selection = await link.bridge("institution/select", { institution_id: "ins_500001" });
  expect(selection).toMatchObject({
    status: 400,
    body: { error_code: "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT" },
  });
});

test("a server that cannot reload institutions keeps the last ones, and logs the error", async () => {
  const { search, services, advanceClock, logged } = await appWith([own(500_001, "US")]);
  const { revision } = services.store.institutions;
  services.store.institutions.revision = async () => {
    throw new Error("the disk is gone");
  };
  advanceClock(2000);
  expect(await search("elderflower")).toEqual(["ins_500001"]);
  expect(logged.join("")).toContain("the disk is gone");
  services.store.institutions.revision = revision;
});
