import type { DashboardClient } from "../protocol/dashboard/dashboard.ts";

/** A client in the Dashboard's shape. */
export const client: DashboardClient = {
  client_id: "client-1",
  name: "",
  public_key: "public-1",
  public_key_enabled: true,
  partner: false,
  legacy_user_api: false,
  products: ["auth", "transactions"],
  account_selection: "several",
  allowed_origins: ["https://shop.example"],
  redirect_uris: [],
  brand: {
    name: "",
    accent: null,
    mode: "auto",
    radius: null,
    font: null,
    trust_pane: false,
    logo: null,
  },
  default_version: "2020-09-14",
  production_access: { state: "none", requested_at: null, note: "" },
  secrets: [],
  created_at: 0,
};
