import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import type { AccountSelection, Language, Theme } from "../../../protocol/vocabulary.ts";
import type { ProductionAccess } from "../../domain/clients/production-access.ts";

/** Clients, their settings, and the Dashboard's sessions. */
export type ClientTables = {
  client: {
    client_id: string;
    /** The operator's name for it; may be empty. */
    name: string;
    public_key: string;
    /** 0 or 1. */
    public_key_enabled: number;
    /** 0 or 1. */
    partner: number;
    /** 0 or 1. */
    legacy_user_api: number;
    /** 0 or 1. */
    grants_allowed: number;
    default_version: string;
    products: string;
    /** The ids of the institutions that it acts for, as JSON. */
    institutions: string;
    account_selection: AccountSelection;
    production_access: ProductionAccess["state"];
    /** When it was requested, until the request is decided. */
    production_requested_at: number | null;
    production_note: string;
    created_at: number;
    /** Since when it is removed, until its data has been erased. */
    removed_at: number | null;
  };
  client_secret: {
    client_id: string;
    secret_id: string;
    /** Empty for nothing. */
    name: string;
    digest: string;
    /** Empty for a secret from a version that did not store them. */
    last_four: string;
    created_at: number;
    /** To the minute. */
    used_at: number | null;
    /** The secret is refused from this moment on. */
    ends_at: number | null;
    /** A JSON array; null for all. */
    products: string | null;
    /** 0 or 1. */
    read_only: number;
    /** A JSON array; empty for all. */
    networks: string;
  };
  client_origin: {
    client_id: string;
    origin: string;
    /** Orders the client's list. */
    position: number;
  };
  client_redirect_uri: {
    client_id: string;
    uri: string;
    /** Orders the client's list. */
    position: number;
  };
  client_brand: {
    client_id: string;
    /** May be empty. */
    name: string;
    accent: string | null;
    /** A PNG in base64. */
    logo: string | null;
    logo_digest: string | null;
    /** In pixels. */
    logo_width: number | null;
    logo_height: number | null;
    mode: Theme;
    /** In pixels. */
    radius: number | null;
    font: string | null;
    /** 0 or 1. */
    trust_pane: number;
  };
  /** Sessions on the Dashboard, by the digest of the token in their cookie. */
  dashboard_session: {
    token_digest: string;
    /** Null for the operator's. */
    client_id: string | null;
    /** The digest of the credential that opened it: the session ends when that changes. */
    key_digest: string;
    member_id: string | null;
    /** The address and the browser that opened it; null for a session from before they were stored. */
    address: string | null;
    browser: string | null;
    opened_at: number;
    seen_at: number;
    expires_at: number;
  };
  member: {
    member_id: string;
    /** Null for the operator's people. */
    client_id: string | null;
    email: string;
    role: MemberRole;
    password_hash: string | null;
    sealed_totp: string | null;
    totp_step: number;
    wrong_codes: number;
    created_at: number;
    signed_in_at: number | null;
  };
  member_invitation: {
    invitation_id: string;
    token_digest: string;
    /** Null for the operator's people. */
    client_id: string | null;
    /** Null for an address that the member chooses. */
    email: string | null;
    role: MemberRole;
    /** The member who made it; null if none did. */
    invited_by: string | null;
    created_at: number;
    expires_at: number;
  };
  member_passkey: {
    credential_id: string;
    member_id: string;
    name: string;
    public_key: string;
    counter: number;
    /** When the last challenge that it has answered was made. */
    challenged_at: number;
    created_at: number;
    used_at: number | null;
  };
  dashboard_operator: { name: string; password_hash: string; changed_at: number };
  dashboard_setup_code: { code_digest: string; expires_at: number };
  webhook_key: {
    key_id: string;
    x: string;
    y: string;
    sealed_private_key: string;
    created_at: number;
    expired_at: number | null;
  };
};

/** Users, the uses of the legacy user API, and cash flow monitors. */
export type UserTables = {
  /** Named so since `user` is a word of SQL. */
  end_user: {
    user_id: string;
    client_id: string;
    client_user_id: string;
    legacy_user_id: string | null;
    sealed_identity: string | null;
    created_at: number;
    products_ended_at: number | null;
  };
  /** How often a client used a field of the legacy user API at a path. */
  legacy_use: {
    client_id: string;
    path: string;
    field: string;
    count: number;
    last_at: number;
    request_id: string;
  };
  /** The accounts of users at the last update of their cash flow. */
  cash_flow_monitor: { user_id: string; state: string; revision: number };
  /** The Item and the address that a user's cash flow is subscribed with. */
  cash_flow_subscription: {
    subscription_id: string;
    user_id: string;
    item_id: string;
    webhook: string;
    income_categories: string | null;
    created_at: number;
  };
};

/** The people whose accounts are connected, and their sessions on the account site. */
export type PortalUserTables = {
  person: {
    person_id: string;
    email_digest: string;
    sealed_email: string;
    /** When a requested mail was last sent to them. */
    mailed_at: number | null;
    /** The language of their reminders; null if they get none. */
    reminder_language: Language | null;
    created_at: number;
  };
  person_item: { item_id: string; person_id: string };
  person_session: {
    session_digest: string;
    /** The Item that it was opened from; null for a person's. */
    item_id: string | null;
    person_id: string | null;
    opened_at: number;
    seen_at: number;
  };
  used_one_time_address: { address_id: string; expires_at: number };
  email_code: {
    session_digest: string;
    code_digest: string;
    email_digest: string;
    sealed_email: string;
    expires_at: number;
    sent: number;
    guesses: number;
  };
};
