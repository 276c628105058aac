import { expect, test } from "vitest";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";
import { newestShapeOf } from "../../../testing/test-app/bodies.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../../api/index.ts";
import { createVersionRegistry, takesPublicKey, VERSIONS } from "../../versions/index.ts";
import { bodySchemas } from "../openapi/body-schemas.ts";
import { listRefusals } from "../openapi/refusals.ts";

const endpoints = await loadEndpoints();

const versions = createVersionRegistry(endpoints.map(({ path }) => path));

type Json = { [key: string]: Json };

const fetchDocument = async (path: string) => {
  const { server } = await testApp();
  return (await server.inject({ method: "GET", url: path })).json();
};

const documents = new Map<string, ReturnType<typeof fetchDocument>>();

/** The document at a path, fetched once for all tests. */
const toDocument = (path = "/openapi.json") => {
  const document = documents.get(path) ?? fetchDocument(path);
  documents.set(path, document);
  return document;
};

test("/openapi.json describes every endpoint, and refers to nothing that is not there", async () => {
  const { server } = await testApp();
  const answer = await server.inject({ method: "GET", url: "/openapi.json" });
  const document = answer.json() as Json;
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths ?? {})).toEqual(endpoints.map(({ path }) => path));
  const references = [...answer.body.matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, target]) => target ?? "",
  );
  expect(references.length).toBeGreaterThan(endpoints.length);
  for (const reference of references) {
    const steps = reference.replace("#/", "").split("/");
    const target = steps.reduce<Json | undefined>((at, step) => at?.[step], document);
    expect([reference, typeof target]).toEqual([reference, "object"]);
  }
});

test("/openapi.json has the request and response of an exchange", async () => {
  const { paths } = await toDocument();
  const { post } = paths["/item/public_token/exchange"];
  const request = post.requestBody.content["application/json"].schema;
  expect(request.required).toEqual(["public_token"]);
  expect(Object.keys(request.properties)).toEqual(["public_token", "client_id", "secret"]);
  const response = post.responses["200"].content["application/json"].schema;
  expect(response.required).toEqual(["access_token", "item_id", "request_id"]);
});

test.each(endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))(
  "/openapi.json gives a request and an answer of $path as examples, which are right",
  async ({ path, endpoint }) => {
    const { post } = (await toDocument()).paths[path];
    const request = post.requestBody.content["application/json"].example;
    expect(() => endpoint.request.parse(request)).not.toThrow();
    const { response } = endpoint;
    if (typeof response === "string") {
      expect(post.responses["200"].content).toEqual({
        [response]: { schema: { type: "string", format: "binary" } },
      });
      return;
    }
    const { request_id, ...answer } = post.responses["200"].content["application/json"].example;
    expect(request_id).toMatch(/^[0-9A-Za-z]{15}$/);
    expect(() => newestShapeOf(endpoint).parse(answer)).not.toThrow();
  },
);

test.each(VERSIONS)(
  "the examples of %s are as its schemas say, and hold no filler",
  async (version) => {
    const { paths } = await toDocument(`/openapi/${version}.json`);
    for (const endpoint of endpoints) {
      if (typeof endpoint.response === "string") continue;
      const { requestBody, responses } = paths[endpoint.path].post;
      const { request_id: _, ...body } = responses["200"].content["application/json"].example;
      const { response } = bodySchemas(endpoint, versions(version, endpoint.path));
      expect(z.fromJSONSchema(response).safeParse(body).error?.issues).toBeUndefined();
      const text = JSON.stringify([body, requestBody.content["application/json"].example]);
      expect([endpoint.path, text]).toEqual([
        endpoint.path,
        expect.not.stringMatching(/(?<!"type":)"text"/),
      ]);
    }
  },
);

test("an Item that an example shows is well, unless the example is about one that is not", async () => {
  const { paths } = await toDocument();
  const { item } = paths["/item/get"].post.responses["200"].content["application/json"].example;
  expect(item).toMatchObject({ error: null, update_type: "background" });
});

test.each(VERSIONS)("%s says where a public_key replaces the keys", async (version) => {
  const { paths } = await toDocument(`/openapi/${version}.json`);
  for (const { path, isOpen } of endpoints) {
    const { responses, security } = paths[path].post;
    const { examples } = responses["400"].content["application/json"];
    const isTaken = takesPublicKey(version, path);
    expect([path, "INVALID_PUBLIC_KEY" in examples]).toEqual([path, isTaken]);
    expect([path, security !== undefined]).toEqual([path, isTaken || isOpen === true]);
  }
});

test("/openapi.json says of every path each status and code that it can refuse with", async () => {
  const { paths } = await toDocument();
  for (const endpoint of endpoints) {
    const { 200: _, 201: creation, ...refusals } = paths[endpoint.path].post.responses;
    expect(creation !== undefined).toBe(endpoint.creates === true);
    const codes = Object.entries(refusals).flatMap(([status, response]) => {
      const { description, content, headers } = response as {
        description: string;
        content: { "application/json": { examples: Record<string, { value: Json }> } };
        headers: object;
      };
      expect("Retry-After" in headers).toBe(status === "429");
      return Object.entries(content["application/json"].examples).map(([code, { value }]) => {
        const statusCode =
          endpoint.statuses?.[code as ErrorCode] ?? ERRORS[code as ErrorCode].status;
        expect(statusCode).toBe(Number(status));
        expect(description).toContain(`\`${value.error_code}\`: ${value.error_message}`);
        return code;
      });
    });
    expect(codes.toSorted()).toEqual(listRefusals(endpoint));
  }
});

test("/openapi.json describes every path beyond its summary, in a group that it names", async () => {
  const { paths, tags } = await toDocument();
  const groups = tags.map(({ name }: { name: string }) => name);
  for (const { path, description } of endpoints) {
    expect([path, description ?? ""]).toEqual([path, expect.stringMatching(/\.$/)]);
    expect(groups).toContain(paths[path].post.tags[0]);
  }
});
