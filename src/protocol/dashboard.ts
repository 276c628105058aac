import { z } from "zod";
import { ACCOUNT_SELECTIONS, ENVIRONMENTS, LINK_PRODUCTS } from "./vocabulary.ts";

/** A client as its Dashboard shows it: all there is but the secret. */
export const DashboardClient = z.object({
  client_id: z.string(),
  public_key: z.string(),
  public_key_enabled: z.boolean(),
  partner: z.boolean(),
  legacy_user_api: z.boolean(),
  products: z.array(z.enum(LINK_PRODUCTS)),
  account_selection: z.enum(ACCOUNT_SELECTIONS),
  allowed_origins: z.array(z.string()),
  default_version: z.string(),
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

/** What every path of the Dashboard answers while the session lasts. */
export const DashboardAnswer = z.object({
  environment: z.enum(ENVIRONMENTS),
  client: DashboardClient,
  /** The versions to choose from, oldest first. */
  versions: z.array(DashboardVersion),
  /** In how many ms the session ends if nothing more is asked. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswer>;
