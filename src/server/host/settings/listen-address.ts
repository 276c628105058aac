import { z } from "zod";

/** The optional host before the port: a name, an IPv4 address, or an IPv6 address in brackets. */
const ADDRESS = /^(?:(?<host>[a-z0-9.-]+|\[[0-9a-f:]+\]):)?(?<port>\d{1,5})$/i;

/** An address to listen at, such as `9464` on this machine, or `10.0.0.5:9464`. */
export const ListenAddress = z
  .string()
  .refine((text) => {
    const port = Number(ADDRESS.exec(text)?.groups?.port ?? Number.NaN);
    return port <= 65_535;
  }, "must be a port, or an address with one, such as 9464 or 127.0.0.1:9464")
  .transform((text) => {
    const { host = "127.0.0.1", port = "" } = ADDRESS.exec(text)?.groups ?? {};
    return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  });
