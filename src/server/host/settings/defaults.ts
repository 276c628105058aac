/** The defaults of options. */
export const DEFAULTS = { host: "localhost", port: "8080", data: "./data" } as const;
