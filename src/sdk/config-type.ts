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
  /** The requested products; only institutions that offer all of them are shown. */
  product: readonly Product[];
  /** The client's public_key. */
  key: string;
  /** The environment of Link's server. */
  env: Environment;
};

/** The parameters of `create` with a token; while it is undefined, `create` throws. */
type TokenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined } & {
  token: string | undefined;
};

/** The parameters of `create`. Types are checked at once; the server checks values. */
export type Config = Common & (Settings | TokenSettings);

type Common = {
  /**
   * Called when an Item is connected: send the public token to your server and exchange it there.
   */
  onSuccess: (publicToken: string, metadata: SuccessMetadata) => void;
  /**
   * Called when the user exits, or Link could not be shown; `error` is the last one the user met,
   * or null.
   */
  onExit?: ((error: LinkError | null, metadata: ExitMetadata) => void) | undefined;
  /** Called for each event, at once and in order; names and metadata may be added. */
  onEvent?: OnEvent | undefined;
  /** Called once per handler, when Link is loaded, so that `open` shows it at once. */
  onLoad?: (() => void) | undefined;
  /** Default `en`. */
  language?: Language | undefined;
  /** ISO 3166-1 alpha-2; default `["US"]`. */
  countryCodes?: readonly CountryCode[] | undefined;
  /** The URL that gets webhooks about the Item. */
  webhook?: string | undefined;
  /** The origin of Link, e.g. `https://link.example.com`; default: the script's origin. */
  origin?: string | undefined;
  /** Turns all Auth features on: accounts may be verified by micro-deposits. */
  user?: { legalName: string; emailAddress: string } | undefined;
  /** Whether the user picks accounts to share; default: the client's setting. */
  accountSelection?: AccountSelection | undefined;
  /**
   * A link token, which carries all settings of this session; or a public token, which opens update
   * mode for its Item. With a token only the callbacks are required.
   */
  token?: string | undefined;
  /** Whether the page is inside a native app's WebView: then `exit` throws. */
  isWebview?: boolean | undefined;
  /** The full URL to which the user returned from an institution's site. */
  receivedRedirectUri?: string | undefined;
  /** The look of Link, whole or as its mode alone; missing fields are the client's. */
  theme?: Theme | ThemeOptions | undefined;
};

/** A Link of a page, which may be opened any number of times. */
export type Handler = {
  /**
   * Shows Link, at once or as soon as it is loaded; does nothing while it is open. While another
   * handler's Link is open that one stays, with a message in the console. Throws after `destroy`.
   */
  open(): void;
  /**
   * Exits Link, which may ask the user first. With `force` it does not ask, and is closed after a
   * second if it does not respond. Ends in `onExit`, or in `onSuccess` if the user was done
   * already. Throws with `isWebview`: there the user exits, or the app removes the WebView.
   */
  exit(options?: { force?: boolean | undefined }): void;
  /** Removes Link from the page for good, open or not, without any callback. */
  destroy(): void;
  /** True from `open` until just before `onSuccess` or `onExit`. */
  readonly isOpen: boolean;
};

/** An embedded search: it is there until `destroy`, so that nothing opens it. */
export type EmbeddedHandler = Omit<Handler, "open">;

/** The global that the script tag defines. */
export type Service = {
  create(config: Config): Handler;
  createEmbedded(config: Config, element: Element): EmbeddedHandler;
};
