import { z } from "zod";
import { ACCOUNT_SELECTIONS, ENVIRONMENTS, LINK_PRODUCTS } from "./vocabulary.ts";

/** Whether a client may use a production server. */
const ProductionState = z.enum(["none", "requested", "granted"]);

/** A secret of a client as the Dashboard lists it. Times are ms since 1970. */
export const DashboardSecret = z.object({
  secret_id: z.string(),
  /** Empty for nothing. */
  name: z.string(),
  /** Its last four characters; empty where they are not known. */
  last_four: z.string(),
  created_at: z.int(),
  /** The last use, to the minute; null before the first one. */
  used_at: z.int().nullable(),
  /** From then on it is refused; null while no end is set. */
  ends_at: z.int().nullable(),
});
export type DashboardSecret = z.infer<typeof DashboardSecret>;

/** A client as its Dashboard shows it: all there is but its secrets. Times are ms since 1970. */
export const DashboardClient = z.object({
  client_id: z.string(),
  /** What the operator calls it; empty for nothing. */
  name: z.string(),
  public_key: z.string(),
  public_key_enabled: z.boolean(),
  partner: z.boolean(),
  legacy_user_api: z.boolean(),
  products: z.array(z.enum(LINK_PRODUCTS)),
  account_selection: z.enum(ACCOUNT_SELECTIONS),
  allowed_origins: z.array(z.string()),
  redirect_uris: z.array(z.string()),
  /** How Link speaks of it and looks to its users. */
  brand: z.object({
    name: z.string(),
    accent: z.string().nullable(),
    logo: z.object({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
  }),
  default_version: z.string(),
  /** Whether it may use a production server, and with which words it asked for that. */
  production_access: z.object({
    state: ProductionState,
    requested_at: z.int().nullable(),
    note: z.string(),
  }),
  /** Its secrets that work, without what they are; the one that replaces the others comes first. */
  secrets: z.array(DashboardSecret),
  created_at: z.int(),
});
export type DashboardClient = z.infer<typeof DashboardClient>;

/** A dated version and what it changed; the first one changed nothing. */
export const DashboardVersion = z.object({
  date: z.string(),
  changes: z.array(
    z.object({
      /** What changed, in a sentence; names of fields stand between backticks. */
      summary: z.string(),
      /** The paths it is about. */
      where: z.string(),
    }),
  ),
});
export type DashboardVersion = z.infer<typeof DashboardVersion>;

/** What signing in answers, and each change of settings: who is signed in, and the client that is looked at. */
export const DashboardAnswer = z.object({
  environment: z.enum(ENVIRONMENTS),
  /** Whether the session is the operator's. */
  operator: z.boolean(),
  /** The client that is looked at; null where the operator looks at none. */
  client: DashboardClient.nullable(),
  /** All products that there are. */
  products: z.array(z.enum(LINK_PRODUCTS)),
  /** The versions to choose from, oldest first. */
  versions: z.array(DashboardVersion),
  /** In how many ms the session ends if nothing more is asked. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswer>;

/** Keys that are shown this once. */
export const ShownKeys = z.object({
  client_id: z.string(),
  secret: z.string(),
  public_key: z.string(),
});
export type ShownKeys = z.infer<typeof ShownKeys>;

/** The places outside the store that have a secret which is replaced or ended, and their state. */
export const SecretPlaces = z.object({
  /** Whether `keys.json` has the new one, or one that ends; null where it has neither. */
  file: z.enum(["renewed", "stale"]).nullable(),
  /** Whether SERVICE_LINK_SECRET has one that ends: from then on the server does not start with it. */
  variable: z.boolean(),
});
export type SecretPlaces = z.infer<typeof SecretPlaces>;

/** For how many hours the other secrets may work next to a new one. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;

/** The schema of a page of a list; `next` is where the one after it begins, null at the end. */
export const pageOf = <Row extends z.ZodObject>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() });

/** What every list is asked with; by time, descending is newest first. */
export const ListRequest = z.strictObject({
  after: z.string().max(200).optional(),
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
export const ClientPage = pageOf(ClientRow);
