export type * from "./generated/operations.ts";
export type * from "./generated/schemas.ts";
export type * from "./generated/webhooks.ts";
