/** The dated versions this server answers in, oldest first; the last one is the newest. */
export const VERSIONS = ["2020-09-14"] as const;
export type Version = (typeof VERSIONS)[number];

/** The version that new clients start with. */
export const NEWEST_VERSION: Version = "2020-09-14";

/** The version a header names, else the client's default; null for one that does not exist. */
export const chooseVersion = (header: string | undefined, clientDefault: string): Version | null =>
  VERSIONS.find((version) => version === (header ?? clientDefault)) ?? null;
