import type { LinkError } from "../protocol/errors.ts";
import type { EventMetadata, ExitMetadata, SuccessMetadata } from "../protocol/link-event.ts";
import type {
  AccountSelection,
  CountryCode,
  Environment,
  EventName,
  Language,
  LinkProduct,
  Theme,
} from "../protocol/vocabulary.ts";

/** What a page hands to `create` without a token. */
type Settings = {
  /** The application's name as the user reads it. */
  clientName: string;
  /** What is asked for; only institutions that offer all of it are shown. */
  product: LinkProduct[];
  /** The client's public_key. */
  key: string;
  /** The environment of the server that Link belongs to. */
  env: Environment;
};

/** What a page hands to `create`. Types are checked at once; values are judged by the server. */
export type Config = Common & (Settings | (Partial<Settings> & { token: string }));

type Common = {
  /** An Item is connected: send the public token to your server and exchange it there. */
  onSuccess: (publicToken: string, metadata: SuccessMetadata) => void;
  /** Link was left, or could not be shown; `error` is the last one the user met, or null. */
  onExit?: ((error: LinkError | null, metadata: ExitMetadata) => void) | undefined;
  /** What the user does, as it happens, in order; names and metadata may be added. */
  onEvent?: ((name: EventName, metadata: EventMetadata) => void) | undefined;
  /** Link is loaded, so that `open` shows it at once; called once per handler. */
  onLoad?: (() => void) | undefined;
  /** Default `en`. */
  language?: Language | undefined;
  /** ISO 3166-1 alpha-2; default `["US"]`. */
  countryCodes?: CountryCode[] | undefined;
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

/** A config that passed the check. */
export type CheckedConfig = Config & { origin: string };

/** What fields have to be, told by the last word as in `kindOf`; `?` marks what may be left out. */
const KINDS = [
  ["a string", "clientName key env token? language? webhook? receivedRedirectUri?"],
  ["a non-empty list of strings", "product countryCodes?"],
  ["a function", "onSuccess onExit? onEvent? onLoad?"],
  ["a boolean", "isWebview?"],
  ["an object", "user?"],
] as const;

/** Throws one TypeError that names every missing or wrongly typed field. */
export const checkConfig: (config: Config) => asserts config is CheckedConfig = (config) => {
  const wrong: string[] = [];
  for (const [kind, fields] of KINDS)
    for (const field of fields.split(" ")) {
      const name = field.replace("?", "");
      const value = config[name as keyof Config];
      if (value === undefined) {
        // A token brings along what the others say, but not what to do in the end.
        if (name === field && !(config.token && kind !== "a function"))
          wrong.push(`${name} is missing`);
      } else if (!kind.endsWith(kindOf(value))) wrong.push(`${name} must be ${kind}`);
    }
  if (!isOrigin(config.origin)) wrong.push("origin must be like https://link.example");
  if (wrong[0]) throw new TypeError(`Service.create: ${wrong.join("; ")}`);
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => typeof each === "string") ? "strings" : "list";
  return typeof value;
};

const isOrigin = (origin = ""): boolean | undefined => {
  try {
    return new URL(origin).origin === origin;
  } catch {}
};
