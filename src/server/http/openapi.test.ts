import { expect, test } from "vitest";
import { endpoints } from "../api/index.ts";
import { testApp } from "../test-app.ts";

type Json = { [key: string]: Json };

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
