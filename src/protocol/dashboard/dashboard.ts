import { z } from "zod";
import {
  ACCOUNT_SELECTIONS,
  CONSENTED_PRODUCTS,
  ENVIRONMENTS,
  LINK_PRODUCTS,
  THEMES,
} from "../vocabulary.ts";
import { MEMBER_ROLES } from "./member-role.ts";

/** Whether a client may use a production server. */
const ProductionState = z.enum(["none", "requested", "granted"]);

/** A secret of a client as the Dashboard lists it. Times are ms since 1970. */
export const DashboardSecret = z.object({
  secret_id: z.string(),
  /** Empty if the client has no name. */
  name: z.string(),
  /** The last four characters; empty if unknown. */
  last_four: z.string(),
  created_at: z.int(),
  /** The last use, to the minute; null before the first use. */
  used_at: z.int().nullable(),
  /** The time from which the secret is refused; null without an end. */
  ends_at: z.int().nullable(),
  /** The products whose paths the secret may call; null for all. */
  products: z.array(z.enum(CONSENTED_PRODUCTS)).nullable(),
  /** Whether the secret may only call read-only paths. */
  read_only: z.boolean(),
  /** The allowed networks of the secret, like `203.0.113.0/24`; empty for all. */
  networks: z.array(z.string()),
});
export type DashboardSecret = z.infer<typeof DashboardSecret>;

/** A client as its Dashboard shows it, without its secrets. Times are ms since 1970. */
export const DashboardClient = z.object({
  client_id: z.string(),
  /** The operator's name for the client; may be empty. */
  name: z.string(),
  public_key: z.string(),
  public_key_enabled: z.boolean(),
  partner: z.boolean(),
  legacy_user_api: z.boolean(),
  products: z.array(z.enum(LINK_PRODUCTS)),
  account_selection: z.enum(ACCOUNT_SELECTIONS),
  allowed_origins: z.array(z.string()),
  redirect_uris: z.array(z.string()),
  /** The client's name and look in Link. */
  brand: z.object({
    name: z.string(),
    accent: z.string().nullable(),
    mode: z.enum(THEMES),
    radius: z.int().nullable(),
    font: z.string().nullable(),
    trust_pane: z.boolean(),
    logo: z.object({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
  }),
  default_version: z.string(),
  /** Whether the client may use a production server, and the text of its request. */
  production_access: z.object({
    state: ProductionState,
    requested_at: z.int().nullable(),
    note: z.string(),
  }),
  /** The valid secrets, without their values. The replacement of older secrets comes first. */
  secrets: z.array(DashboardSecret),
  created_at: z.int(),
});
export type DashboardClient = z.infer<typeof DashboardClient>;

/** A dated version and its changes. The first version has no changes. */
export const DashboardVersion = z.object({
  date: z.string(),
  changes: z.array(
    z.object({
      /** The change, in a sentence; names of fields are between backticks. */
      summary: z.string(),
      /** The affected paths. */
      where: z.string(),
    }),
  ),
});
export type DashboardVersion = z.infer<typeof DashboardVersion>;

/** The response to signing in and to each change of settings: the user, and the selected client. */
export const DashboardAnswer = z.object({
  environment: z.enum(ENVIRONMENTS),
  /** Whether the session is the operator's. */
  operator: z.boolean(),
  /**
   * The signed-in member; null for a session of a client's secret, or of the operator's password or
   * identity.
   */
  member: z.object({ member_id: z.string(), email: z.string() }).nullable(),
  role: z.enum(MEMBER_ROLES),
  /** The selected client; null if the operator has selected no client. */
  client: DashboardClient.nullable(),
  /** All products. */
  products: z.array(z.enum(LINK_PRODUCTS)),
  /** The versions to choose from, oldest first. */
  versions: z.array(DashboardVersion),
  /** The ms until the session ends without further requests. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswer>;

/** Keys that are shown only once. */
export const ShownKeys = z.object({
  client_id: z.string(),
  secret: z.string(),
  public_key: z.string(),
});
export type ShownKeys = z.infer<typeof ShownKeys>;

/** The places outside the store that hold a replaced or ended secret, and their state. */
export const SecretPlaces = z.object({
  /**
   * Whether `keys.json` has the new secret, or a secret that is about to end; null if it has
   * neither.
   */
  file: z.enum(["renewed", "stale"]).nullable(),
  /**
   * Whether SERVICE_LINK_SECRET is a secret with an end. After the end, the server does not start.
   */
  variable: z.boolean(),
});
export type SecretPlaces = z.infer<typeof SecretPlaces>;

/** The choices for how long other secrets stay valid after a rotation, in hours. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;

/**
 * Builds the schema of a page of a list; `next` is the cursor of the next page, null at the end.
 */
export const pageSchema = <Row extends z.ZodObject>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() });

/** The number of rows per page, for display or for a file. */
export const PageLimit = z.int().min(1).max(500).default(50);

/** The parameters of every list; by time, descending is newest first. */
export const ListRequest = z.strictObject({
  after: z.string().max(200).optional(),
  limit: PageLimit,
  order: z.enum(["descending", "ascending"]).default("descending"),
});

export const ClientRow = z.object({
  client_id: z.string(),
  name: z.string(),
  default_version: z.string(),
  public_key_enabled: z.boolean(),
  production_access: ProductionState,
  live_items: z.int(),
  created_at: z.int(),
});
export type ClientRow = z.infer<typeof ClientRow>;
export const ClientPage = pageSchema(ClientRow);

/** The source of the brand: a command-line option, a variable, the Dashboard, or the default. */
export const BrandSource = z.enum(["--brand", "SERVICE_BRAND", "dashboard", "default"]);
export type BrandSource = z.infer<typeof BrandSource>;

/** The brand of the whole server, for the operator. */
export const DashboardServerBrand = z.object({
  /** The current brand of the server. */
  name: z.string(),
  source: BrandSource,
  /** The name that the Dashboard has set for the next start; empty without a name. */
  stored_name: z.string(),
  /** The brand after the next start, with the same options and variables. */
  next_name: z.string(),
});
export type DashboardServerBrand = z.infer<typeof DashboardServerBrand>;

/** Values of a client's newest Item for examples; null without an Item, and outside the sandbox. */
export const ExampleValues = z.object({
  values: z
    .object({
      access_token: z.string(),
      item_id: z.string(),
      account_id: z.string().nullable(),
      user_id: z.string().nullable(),
    })
    .nullable(),
});
export type ExampleValues = z.infer<typeof ExampleValues>;

/** The response to a call that was tried on the reference's page. */
export const TriedCall = z.object({
  status: z.int(),
  content_type: z.string(),
  /** The received body; null if it is not text, or too long. */
  body: z.string().nullable(),
});
export type TriedCall = z.infer<typeof TriedCall>;
