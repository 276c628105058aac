import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asset } from "./assets.ts";
import { encodingOf } from "./encoding.ts";

/** Sends a built file in the best encoding that the request takes. */
export const sendAsset = (
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
): FastifyReply => {
  const encoding = encodingOf(request);
  if (asset[encoding] !== asset.identity) reply.header("content-encoding", encoding);
  return reply
    .header("content-type", asset.type)
    .header("vary", "accept-encoding")
    .send(asset[encoding]);
};
