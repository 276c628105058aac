import type { Config } from "../config-type.ts";

/** Returns a new link token, from the application's own server. */
export type GetToken = () => string | Promise<string>;

/** The fields of a Link without tokens. */
type Keyed = Required<
  Pick<Extract<Config, { key: string }>, "clientName" | "product" | "key" | "env">
>;

/** A token that may arrive later; null or undefined until then. */
type LateToken = string | null | undefined;

/**
 * The config of a Link in a component, which extends the config of `create`. `token` may arrive
 * later. `getToken` is called for each opening without an unused token.
 */
export type LinkOptions = Omit<Config, "token"> & {
  getToken?: GetToken | undefined;
} & (
    | { token: LateToken }
    | { token?: LateToken; getToken: GetToken }
    | ({ token?: undefined } & Keyed)
  );

/** The options of a button component. The framework uses `key` itself. */
export type ButtonOptions = Omit<LinkOptions, "key" | "token" | "getToken"> &
  (
    | { token: LateToken; getToken?: GetToken | undefined }
    | { token?: LateToken; getToken: GetToken }
  );

/** The options of a list inside the page. The component already has the token. */
export type EmbeddedOptions = Omit<LinkOptions, "key" | "token" | "getToken"> & {
  token: LateToken;
};

/** The state of a Link in a component. */
export type LinkState = {
  /** Whether `open` shows Link: at once, or after `getToken` returns a token. */
  readonly ready: boolean;
  /**
   * The reason why Link cannot be opened, or null. `onExit` receives the errors of an open Link.
   */
  readonly error: Error | null;
};
