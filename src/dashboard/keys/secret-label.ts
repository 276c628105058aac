import type { DashboardSecret } from "../../protocol/dashboard/dashboard.ts";

/** Returns the name of a secret, or its last characters. */
export const secretLabel = ({ name, last_four }: DashboardSecret): string =>
  name || (last_four ? `…${last_four}` : "without a name");

/** Whether a client can rely on a secret: the secret allows everything and has no end. */
const isLasting = ({ read_only, products, networks, ends_at }: DashboardSecret): boolean =>
  !read_only && products === null && networks.length === 0 && ends_at === null;

/** Whether no other secret can replace this one. */
export const isLast = (secret: DashboardSecret, secrets: readonly DashboardSecret[]): boolean =>
  secrets.length === 1 || (isLasting(secret) && secrets.filter(isLasting).length === 1);

/** Returns a product's name in words: `network insights`. */
export const productText = (product: string): string =>
  product.replace(/^cra_/, "").replaceAll("_", " ");
