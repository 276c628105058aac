import type { Config } from "../config-type.ts";

/** Returns a new link token, from the application's own server. */
export type GetToken = () => string | Promise<string>;

/** The fields of a Link without tokens. */
type Keyed = Required<
  Pick<Extract<Config, { key: string }>, "clientName" | "product" | "key" | "env">
>;

/** A token that may come late: null until then. */
type LateToken = string | null | undefined;

/**
 * The config of a Link in a component. It is the config of `create`, but `token` may come late, and
 * `getToken` is called for each opening that has no unused token.
 */
export type LinkOptions = Omit<Config, "token"> & {
  getToken?: GetToken | undefined;
} & (
    | { token: LateToken }
    | { token?: LateToken; getToken: GetToken }
    | ({ token?: undefined } & Keyed)
  );

/** The options of a component that is a button: `key` belongs to its framework. */
export type ButtonOptions = Omit<LinkOptions, "key" | "token" | "getToken"> &
  (
    | { token: LateToken; getToken?: GetToken | undefined }
    | { token?: LateToken; getToken: GetToken }
  );

/** The options of a list inside the page, whose token the component has. */
export type EmbeddedOptions = Omit<LinkOptions, "key" | "token" | "getToken"> & {
  token: LateToken;
};

/** The state of a Link in a component. */
export type LinkState = {
  /** Whether `open` shows Link: at once, or as soon as `getToken` has returned a token. */
  readonly ready: boolean;
  /** The reason why Link cannot be opened, or null. Errors of an opened Link go to `onExit`. */
  readonly error: Error | null;
};
