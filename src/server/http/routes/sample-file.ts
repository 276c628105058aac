import type { FastifyInstance } from "fastify";
import { FILES_INSTITUTION_ID } from "../../../protocol/vocabulary.ts";
import { SAMPLE_FILE_PATH } from "../../domain/connectors/sample-file.ts";
import type { Services } from "../../domain/services.ts";
import { streamPayload } from "../payloads.ts";

/** Serves the sandbox's sample file. */
export const sampleFileRoute = (app: FastifyInstance, services: Services): void => {
  const { files } = services.directory.connectorOf(FILES_INSTITUTION_ID);
  if (services.environment !== "sandbox" || !files) return;
  app.get(SAMPLE_FILE_PATH, async (_, reply) => {
    reply
      .header("content-type", "application/x-ofx")
      .header("content-disposition", 'attachment; filename="sample-file.ofx"')
      .header("cache-control", "no-store");
    return streamPayload(files.sample());
  });
};
