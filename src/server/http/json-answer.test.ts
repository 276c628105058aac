import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import type { JsonPiece } from "../domain/raw-json.ts";
import { jsonPayload } from "./json-answer.ts";

const answerOf = async (pieces: readonly JsonPiece[]) => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get("/", async (_, reply) => {
    reply.header("service-request-id", "r1");
    return jsonPayload(reply, pieces);
  });
  const { statusCode, headers, body } = await app.inject({ url: "/" });
  return { statusCode, body, headers };
};

test.each([
  ["texts", ['{"é":', '"é"', "}"]],
  ["bytes between texts", ['{"é":', Buffer.from('"é"'), "}"]],
])(
  "JSON in %s is sent as it is, at its length in bytes, with the headers set before",
  async (_, pieces) => {
    expect(await answerOf(pieces)).toMatchObject({
      statusCode: 200,
      body: '{"é":"é"}',
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": "11",
        "service-request-id": "r1",
      },
    });
  },
);
