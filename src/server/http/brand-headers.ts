import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { type Brand, headerPrefixes } from "../../protocol/brand/brand.ts";

/** A header under all of its names. */
type BrandHeader = {
  /** Reads the header from a request; the first name wins. */
  read(headers: IncomingHttpHeaders): string | string[] | undefined;
  /** Adds the header to a response under each name. */
  send(reply: FastifyReply, value: string): void;
};

/** A header by its name after the prefix, such as `version`. */
export const brandHeader = (brand: Brand, name: string): BrandHeader => {
  const names = headerPrefixes(brand).map((prefix) => `${prefix}-${name}`);
  return {
    read: (headers) => {
      const name = names.find((name) => headers[name] !== undefined);
      return name === undefined ? undefined : headers[name];
    },
    send: (reply, value) => {
      for (const name of names) reply.header(name, value);
    },
  };
};
