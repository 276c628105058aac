/** The settings that the shop needs before it opens. */
export type ShopOptions = {
  /** The port to listen on; 0 takes a free one. */
  port: number;
  host: string;
  /** The origin at which browsers reach the shop; default `http://localhost:<port>`. Link has to know this origin. */
  publicOrigin?: string | undefined;
  /** The origin of the API, e.g. `http://localhost:8080`. */
  apiOrigin: string;
  /** The origin of `link.js`, e.g. `http://localhost:8080`. */
  linkOrigin: string;
  clientId: string;
  secret: string;
  publicKey: string;
  environment: "sandbox" | "development" | "production";
  /** The JSON file in which the shop keeps its access tokens; made when it is missing. */
  file: string;
  /** The folder of the shop's pages, if they are not next to this file. */
  pages?: URL | undefined;
};

/** A shop that is open. */
export type Shop = { origin: string; close(): Promise<void> };

/** Opens the shop; rejects when the port is taken or the token file cannot be read. */
export declare function startShop(options: ShopOptions): Promise<Shop>;
