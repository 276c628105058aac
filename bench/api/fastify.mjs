// The API's foundation without the API: plain Fastify with the same one read.

import fastify from "fastify";
import { answerReader, JSON_TYPE } from "./read-answer.mjs";

const readAnswer = answerReader(process.argv[2]);

const app = fastify();
for (const path of ["/auth/get", "/accounts/get", "/transactions/get"])
  app.post(path, async ({ body }, reply) => {
    reply.header("content-type", JSON_TYPE);
    return readAnswer(path, body.access_token);
  });
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
