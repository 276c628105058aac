/** What a start goes by where it is not told. */
export const DEFAULTS = { host: "localhost", port: "8080", data: "./data" } as const;
