import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";

const POLICY = `${contentSecurityPolicy({})}; sandbox`;

/** Serves the logos of clients by their digests: an address never gets another picture. */
export const brandLogoRoutes = (app: FastifyInstance, { store }: Services): void => {
  app.get<{ Params: { file: string } }>("/brand-logos/:file", async ({ params }, reply) => {
    const [, digest] = /^([\w-]{43})\.png$/.exec(params.file) ?? [];
    const png = digest === undefined ? null : await store.brands.logo(digest);
    if (!png) throw new Fault("NOT_FOUND");
    return reply
      .header("content-type", "image/png")
      .header("content-security-policy", POLICY)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .send(png);
  });
};
