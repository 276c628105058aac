import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { linkError } from "../../protocol/errors/errors.ts";
import { samples } from "../../testing/property-samples.ts";
import { sampleSecret } from "../../testing/store-contract/samples.ts";
import { badBodies } from "../../testing/test-app/bad-bodies.ts";
import { goodBody, requestSchemaOf } from "../../testing/test-app/bodies.ts";
import { likeAnything, likeBody } from "../../testing/test-app/look-alikes.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { loadEndpoints } from "../api/index.ts";
import { VERSIONS } from "../versions/index.ts";
import { isAbsent } from "./absent-fields.ts";
import { listRefusals } from "./openapi/refusals.ts";

const endpoints = await loadEndpoints();

/** An app in which every path can succeed, with a second client. */
const preparedApp = async (atEnd: AtEnd) => {
  const app = await testApp({}, undefined, atEnd);
  const { client_id, secret } = app.keys;
  await app.services.store.clients.setPartner(client_id, true);
  const stranger = { client_id: "stranger", secret: "stranger-secret" };
  await app.services.store.clients.add({
    ...app.client,
    clientId: stranger.client_id,
    secrets: [sampleSecret(stranger.secret)],
    publicKey: "stranger-public",
  });
  return { app, own: { client_id, secret }, stranger };
};

type AtEnd = NonNullable<Parameters<typeof testApp>[2]>;

/** The names of a path's request fields. */
const fieldNames = (endpoint: Endpoint): string[] =>
  listRefusals(endpoint).map((code) => linkError(code).error_code);

describe.each(endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))(
  "$path",
  ({ path, endpoint }) => {
    let setup: Awaited<ReturnType<typeof prepare>>;
    beforeAll(async () => {
      let end = async () => {};
      setup = await prepare((close) => {
        end = close;
      });
      return end;
    });

    /** Returns an Item that only the last test changes, and a good body for a path. */
    const prepare = async (atEnd: AtEnd) => {
      const setup = await preparedApp(atEnd);
      const item = await setup.app.link();
      return { ...setup, item, good: await goodBody(endpoint, setup.app, item) };
    };

    test("a path takes the reference's own example", async () => {
      const { app, own } = setup;
      const body = { ...own, ...(await goodBody(endpoint, app, await app.link())) };
      const answer = await app.post(path, body);
      // A request for a new product succeeds once the product was read.
      const isEarly = answer.body.error_code === "PRODUCT_NOT_READY" && (await app.runJobs()) > 0;
      const { status } = isEarly ? await app.post(path, body) : answer;
      expect(status).toBe(endpoint.creates ? 201 : 200);
    });

    test("every field that is missing, wrong or unknown is refused by its name, and nothing changes", async () => {
      const { app, own, item, good } = setup;
      const before = await app.call("/item/get", { access_token: item.access_token });
      const table = badBodies(requestSchemaOf(endpoint), good, isAbsent);
      expect(table.length).toBeGreaterThan(Object.keys(endpoint.request.shape).length);
      for (const { what, body, code, names } of table) {
        const answer = await app.post(path, { ...own, ...body });
        const { error_code, error_message } = answer.body;
        expect([what, answer.status, error_code]).toEqual([what, 400, code]);
        expect(String(error_message)).toContain(names);
        expect(String(error_message)).not.toMatch(/wrong by its|xxxx/);
      }
      const after = await app.call("/item/get", { access_token: item.access_token });
      expect(after.item).toEqual(before.item);
    });

    const requiredNames = z.array(z.string()).parse(requestSchemaOf(endpoint).required ?? []);
    const tokens = requiredNames.filter((field) => field.endsWith("_token"));
    test.each(tokens)("refuses an invalid %s, without repeating it", async (field) => {
      const { app, own, good } = setup;
      const kind = field.replace("_token", "");
      const uuid = "00000000-0000-4000-8000-000000000000";
      for (const value of [
        "nonsense",
        `${kind}-sandbox-${uuid}`,
        `${kind}-production-${uuid}`,
        `other-sandbox-${uuid}`,
        `${String(good[field])}x`,
        String(good[field]).slice(0, -1),
        String(good[field]).toUpperCase(),
      ]) {
        const answer = await app.post(path, { ...own, ...good, [field]: value });
        expect([value, answer.status, answer.body.error_code]).toEqual([
          value,
          400,
          `INVALID_${field.toUpperCase()}`,
        ]);
        expect(JSON.stringify(answer.body)).not.toContain(value);
      }
    });

    if (requiredNames.some((field) => OF_AN_ITEM.includes(field)))
      test("a path gives nothing of another client's Item, nor of one that was removed", async () => {
        const { app, own, stranger } = setup;
        const item = await app.link();
        const good = await goodBody(endpoint, app, item);
        const noItem = [400, "ITEM_NOT_FOUND"];
        const unknown = [...tokens, "user_id"]
          .filter((field) => field in good)
          .map((field) => [400, `INVALID_${field.toUpperCase()}`]);
        const theirs = await app.post(path, { ...stranger, ...good });
        expect([noItem, ...unknown]).toContainEqual([theirs.status, theirs.body.error_code]);
        const { access_token = item.access_token } = good;
        // A path without a token removes the Items that its body names.
        if (tokens.length > 0) await app.call("/item/remove", { access_token });
        else await app.call(path, good);
        const { status, body } = await app.post(path, { ...own, ...good });
        expect([noItem, ...unknown]).toContainEqual([status, body.error_code]);
      });

    test("no body leads to a 5xx or to a stranger's data", async () => {
      const { app, own, stranger, good } = setup;
      const { body: tokenBody } = await app.post("/sandbox/public_token/create", {
        ...stranger,
        institution_id: "ins_109508",
        initial_products: ["auth"],
      });
      const { body: theirs } = await app.post("/item/public_token/exchange", {
        ...stranger,
        public_token: tokenBody.public_token,
      });
      const schema = requestSchemaOf(endpoint);
      const wrong = badBodies(schema, good, isAbsent).map(({ body }) => body);
      const codes = fieldNames(endpoint);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            likeBody(
              [good, ...wrong],
              [theirs.access_token, theirs.item_id, tokenBody.public_token],
            ),
            likeAnything,
          ),
          fc.constantFrom(...VERSIONS),
          async (body, version) => {
            const answer = await app.post(
              path,
              typeof body === "object" && !Array.isArray(body) ? { ...body, ...own } : body,
              { "service-version": version },
            );
            expect(answer.status).toBeLessThan(500);
            expect(answer.headers["service-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
            if (answer.status >= 400) expect(codes).toContain(answer.body.error_code);
            expect(JSON.stringify(answer.body)).not.toContain(String(theirs.item_id));
            expect(JSON.stringify(answer.body)).not.toContain(own.secret);
          },
        ),
        { numRuns: samples(25) },
      );
      const { body: still } = await app.post("/item/get", {
        ...stranger,
        access_token: theirs.access_token,
      });
      expect(still.item).toMatchObject({ item_id: theirs.item_id, error: null });
      expect(app.logged.filter((line) => line.includes("unexpected error"))).toEqual([]);
    });
  },
);

/** The fields that name an Item of the calling client. */
const OF_AN_ITEM = ["access_token", "public_token", "item_ids"];
