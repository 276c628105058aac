import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { type Asset, type Assets, sendAsset } from "../assets.ts";

/**
 * A folder of chunks has a single route. Each route takes 5 KB and some start time, and there are a
 * hundred chunks.
 */
const CHUNKS = /^\/(?:.+\/)?assets\//;

/** Sends a built file to any page. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: Asset,
): FastifyReply => {
  reply
    .header("cache-control", file.cacheControl)
    .header("cross-origin-resource-policy", "cross-origin")
    .header("access-control-allow-origin", "*");
  return sendAsset(request, reply, file);
};

/** Serves the built files, except for the documentation's, which are served with its guides. */
export const fileRoutes = (app: FastifyInstance, { files }: Assets): void => {
  const folders = new Set<string>();
  for (const [path, file] of files) {
    if (path.startsWith("/docs/")) continue;
    const [folder] = CHUNKS.exec(path) ?? [];
    if (folder) folders.add(folder);
    else app.get(path, (request, reply) => sendFile(request, reply, file));
  }
  for (const folder of folders)
    app.get<{ Params: { "*": string } }>(`${folder}*`, (request, reply) => {
      const file = files.get(folder + request.params["*"]);
      if (!file) throw new Fault("NOT_FOUND");
      return sendFile(request, reply, file);
    });
};
