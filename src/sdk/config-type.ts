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
} from "./types.ts";

/** What a page hands to `create` without a token. */
type Settings = {
  /** The application's name as the user reads it. */
  clientName: string;
  /** What is asked for; only institutions that offer all of it are shown. */
  product: readonly Product[];
  /** The client's public_key. */
  key: string;
  /** The environment of the server that Link belongs to. */
  env: Environment;
};

/** What a page hands to `create` with a token; as long as that is undefined, `create` throws. */
type TokenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined } & {
  token: string | undefined;
};

/** What a page hands to `create`. Types are checked at once; values are judged by the server. */
export type Config = Common & (Settings | TokenSettings);

type Common = {
  /** An Item is connected: send the public token to your server and exchange it there. */
  onSuccess: (publicToken: string, metadata: SuccessMetadata) => void;
  /** Link was left, or could not be shown; `error` is the last one the user met, or null. */
  onExit?: ((error: LinkError | null, metadata: ExitMetadata) => void) | undefined;
  /** What the user does, as it happens, in order; names and metadata may be added. */
  onEvent?: OnEvent | undefined;
  /** Link is loaded, so that `open` shows it at once; called once per handler. */
  onLoad?: (() => void) | undefined;
  /** Default `en`. */
  language?: Language | undefined;
  /** ISO 3166-1 alpha-2; default `["US"]`. */
  countryCodes?: readonly CountryCode[] | undefined;
  /** The URL that is told what happens to the Item later. */
  webhook?: string | undefined;
  /** Where Link is served, e.g. `https://link.example.com`; default: where the script came from. */
  origin?: string | undefined;
  /** Turns all Auth features on: accounts may be verified by small deposits. */
  user?: { legalName: string; emailAddress: string } | undefined;
  /** Whether the user picks what to share; default: the client's own setting. */
  accountSelection?: AccountSelection | undefined;
  /**
   * A link token, which brings all settings of this session along; or a public token, which opens
   * update mode for its Item. With a token only the callbacks are required.
   */
  token?: string | undefined;
  /** Whether the page is inside a native app's WebView: then `exit` is not there for it. */
  isWebview?: boolean | undefined;
  /** The full URL at which the user came back from an institution's own page. */
  receivedRedirectUri?: string | undefined;
  /** How Link looks; default `auto`, as the user's device does. */
  theme?: Theme | undefined;
};

/** One Link of a page, which may be opened any number of times. */
export type Handler = {
  /**
   * Shows Link, at once or as soon as it is loaded; nothing while it is open. While another handler's
   * Link is open that one stays, and the console says so. Throws after `destroy`.
   */
  open(): void;
  /**
   * Leaves Link, which may ask the user first. With `force` it does not, and is closed after a second
   * if it does not answer. Ends in `onExit`, or in `onSuccess` where the user was done already.
   * Throws with `isWebview`: there Link is left by its user, or with the WebView.
   */
  exit(options?: { force?: boolean | undefined }): void;
  /** Takes Link and all that belongs to it out of the page for good, open or not; calls nothing back. */
  destroy(): void;
  /** True from `open` until just before `onSuccess` or `onExit`. */
  readonly isOpen: boolean;
};

/** What the script tag leaves in the page. */
export type Service = { create(config: Config): Handler };
