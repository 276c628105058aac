import type { Keys } from "../../server/host/data-folder/client-keys.ts";

/** Returns a client's keys as lines for a shell or a `.env` file; unknown ones are left out. */
export const envLines = (keys: Pick<Keys, "client_id" | "public_key"> & Partial<Keys>): string =>
  [
    ["SERVICE_LINK_CLIENT_ID", keys.client_id],
    ["SERVICE_LINK_SECRET", keys.secret],
    ["SERVICE_LINK_PUBLIC_KEY", keys.public_key],
  ]
    .map(([name, value]) =>
      value === undefined ? `# ${name} is not on this machine\n` : `${name}=${shellQuote(value)}\n`,
    )
    .join("");

const shellQuote = (value: string): string =>
  /^[\w.:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
