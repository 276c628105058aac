import type { ConsentedProduct } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import { isInNetwork } from "../ip-network.ts";

/** The maximum number of networks of one secret. */
export const MAX_NETWORKS = 20;

/** The restrictions of a secret. Without any, the secret may do everything that its client may. */
export type SecretRestrictions = {
  /**
   * The products whose paths the secret may call, in addition to paths without a product; null for
   * all products.
   */
  products: readonly ConsentedProduct[] | null;
  /** Whether the secret may only call paths that change nothing. */
  readOnly: boolean;
  /** The networks that may use the secret, such as `203.0.113.0/24`; empty for all. */
  networks: readonly string[];
};

export const UNRESTRICTED: SecretRestrictions = { products: null, readOnly: false, networks: [] };

/** Whether there is any restriction. */
export const isRestricted = ({ products, readOnly, networks }: SecretRestrictions): boolean =>
  readOnly || products !== null || networks.length > 0;

/** The properties of an API call that restrictions check. */
type Call = {
  path: string;
  effect: "read" | "write";
  products: readonly ConsentedProduct[];
  body: Readonly<Record<string, unknown>>;
  address: string;
};

/** Throws UNAUTHORIZED_ROUTE_ACCESS for a forbidden call, and names the restriction. */
export const requireAllowed = (restrictions: SecretRestrictions, call: Call): void => {
  const { products, readOnly, networks } = restrictions;
  const { path, address } = call;
  if (networks.length > 0 && !networks.some((network) => isInNetwork(address, network)))
    throw refusal(`this secret may not be used from the address ${address}`);
  if (readOnly && call.effect === "write")
    throw refusal(`this secret is read-only, and ${path} changes something`);
  if (products === null) return;
  const missing = [...call.products, ...namedProducts(call.body)].filter(
    (product) => !(products as readonly string[]).includes(product),
  );
  if (missing.length > 0)
    throw refusal(
      `this secret is restricted to ${products.join(", ")}, and ${path} was called for ` +
        [...new Set(missing)].join(", "),
    );
};

const refusal = (message: string): Fault => new Fault("UNAUTHORIZED_ROUTE_ACCESS", { message });

/** The maximum length of a product's name that a refusal repeats. */
const MAX_NAME = 40;

/**
 * Returns the products that a body requests, such as a link token's. The name of every such field
 * ends with "products".
 */
const namedProducts = (body: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(body)
    .filter(([name]) => name.endsWith("products"))
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
    .filter((product) => typeof product === "string" && product.length <= MAX_NAME);
