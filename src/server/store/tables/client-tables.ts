import type { AccountSelection } from "../../../protocol/vocabulary.ts";

/** Clients, their settings, and the Dashboard's sessions. */
export type ClientTables = {
  client: {
    client_id: string;
    secret_digest: string;
    public_key: string;
    /** 0 or 1. */
    public_key_enabled: number;
    /** 0 or 1. */
    partner: number;
    /** 0 or 1. */
    legacy_user_api: number;
    default_version: string;
    products: string;
    /** The ids of the institutions that it acts for, as JSON. */
    institutions: string;
    account_selection: AccountSelection;
    created_at: number;
  };
  client_origin: {
    client_id: string;
    origin: string;
    /** Orders the client's list. */
    position: number;
  };
  /** Sessions that were signed out of, for as long as their cookies would be good. */
  ended_dashboard_session: { session_id: string; expires_at: number };
  webhook_key: {
    key_id: string;
    x: string;
    y: string;
    sealed_private_key: string;
    created_at: number;
    expired_at: number | null;
  };
};
