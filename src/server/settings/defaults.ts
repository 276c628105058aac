/** What a start goes by where no option says otherwise. */
export const DEFAULTS = { host: "localhost", port: "8080", data: "./data" } as const;
