import type { OnEvent } from "./event-types.ts";
import type {
  AccountSelection,
  CountryCode,
  Environment,
  ExitMetadata,
  Language,
  LinkError,
  Product,
  SuccessMetadata,
  Theme,
  ThemeOptions,
} from "./types.ts";

/** The parameters of `create` without a token. */
type Settings = {
  /** The application's name, shown to the user. */
  clientName: string;
  /** The requested products. Link lists only institutions that offer all of them. */
  product: readonly Product[];
  /** The client's public_key. */
  key: string;
  /** The environment of Link's server. */
  env: Environment;
};

/** The parameters of `create` with a token. `create` throws while the token is undefined. */
type TokenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined } & {
  token: string | undefined;
};

/** The parameters of `create`. Types are checked at once; the server checks values. */
export type Config = Common & (Settings | TokenSettings);

type Common = {
  /**
   * Called when an Item is connected. Send the public token to your server, which exchanges the
   * token.
   */
  onSuccess: (publicToken: string, metadata: SuccessMetadata) => void;
  /**
   * Called when the user exits, or if Link cannot be shown. `error` is the last error that the user
   * met, or null.
   */
  onExit?: ((error: LinkError | null, metadata: ExitMetadata) => void) | undefined;
  /** Called for each event, immediately and in order. Newer servers may add names and metadata. */
  onEvent?: OnEvent | undefined;
  /** Called once per handler, when Link is loaded and `open` can show Link at once. */
  onLoad?: (() => void) | undefined;
  /** Default `en`. */
  language?: Language | undefined;
  /** ISO 3166-1 alpha-2; default `["US"]`. */
  countryCodes?: readonly CountryCode[] | undefined;
  /** The URL that receives webhooks about the Item. */
  webhook?: string | undefined;
  /** The origin of Link, e.g. `https://link.example.com`; default: the script's origin. */
  origin?: string | undefined;
  /** Enables all Auth features, such as the verification of accounts by micro-deposits. */
  user?: { legalName: string; emailAddress: string } | undefined;
  /** Whether the user picks accounts to share; default: the client's setting. */
  accountSelection?: AccountSelection | undefined;
  /**
   * A link token with all settings of the session, or a public token, which opens update mode for
   * its Item. With a token, only the callbacks are required.
   */
  token?: string | undefined;
  /** Whether the page is inside a native app's WebView: then `exit` throws. */
  isWebview?: boolean | undefined;
  /** The full URL to which the user returned from an institution's site. */
  receivedRedirectUri?: string | undefined;
  /** The look of Link, or only its mode. The client's look fills missing fields. */
  theme?: Theme | ThemeOptions | undefined;
};

/** A Link of a page. It can be opened repeatedly. */
export type Handler = {
  /**
   * Shows Link, at once or as soon as Link is loaded. Does nothing while this Link is open. While
   * another handler's Link is open, logs a message to the console and does nothing else. Throws
   * after `destroy`.
   */
  open(): void;
  /**
   * Exits Link, which may ask the user first. With `force`, Link does not ask, and closes after a
   * second without a response. Calls `onExit`, or `onSuccess` if the user had finished. Throws with
   * `isWebview`: there the user exits, or the app removes the WebView.
   */
  exit(options?: { force?: boolean | undefined }): void;
  /** Removes Link from the page for good, open or not, without any callback. */
  destroy(): void;
  /** True from `open` until just before `onSuccess` or `onExit`. */
  readonly isOpen: boolean;
};

/** An embedded search. It is shown until `destroy`, so it has no `open`. */
export type EmbeddedHandler = Omit<Handler, "open">;

/** The global that the script tag defines. */
export type Service = {
  create(config: Config): Handler;
  createEmbedded(config: Config, element: Element): EmbeddedHandler;
};
