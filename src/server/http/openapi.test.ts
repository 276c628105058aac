import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../../protocol/errors.ts";
import { endpoints } from "../api/index.ts";
import { testApp } from "../test-app.ts";
import { newestShapeOf } from "../test-app-bodies.ts";
import { refusalsOf } from "./openapi-errors.ts";

type Json = { [key: string]: Json };

const documentOf = async () => {
  const { server } = await testApp();
  return (await server.inject({ method: "GET", url: "/openapi.json" })).json();
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

test("/openapi.json names what an exchange takes and gives", async () => {
  const { server } = await testApp();
  const { paths } = (await server.inject({ method: "GET", url: "/openapi.json" })).json();
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
    const { post } = (await documentOf()).paths[path];
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

test("/openapi.json says of every path each status and code that it can refuse with", async () => {
  const { paths } = await documentOf();
  for (const endpoint of endpoints) {
    const { 200: _, ...refusals } = paths[endpoint.path].post.responses;
    const named = Object.entries(refusals).flatMap(([status, response]) => {
      const { description, content, headers } = response as {
        description: string;
        content: { "application/json": { examples: Record<string, { value: Json }> } };
        headers: object;
      };
      expect("Retry-After" in headers).toBe(status === "429");
      return Object.entries(content["application/json"].examples).map(([code, { value }]) => {
        expect(ERRORS[code as ErrorCode].status).toBe(Number(status));
        expect(description).toContain(`\`${value.error_code}\`: ${value.error_message}`);
        return code;
      });
    });
    expect(named.toSorted()).toEqual(refusalsOf(endpoint));
  }
});

test("/openapi.json describes every path beyond its summary, in a group that it names", async () => {
  const { paths, tags } = await documentOf();
  const groups = tags.map(({ name }: { name: string }) => name);
  for (const { path, description } of endpoints) {
    expect([path, description ?? ""]).toEqual([path, expect.stringMatching(/\.$/)]);
    expect(groups).toContain(paths[path].post.tags[0]);
  }
});
