import type { Generated } from "kysely";
import type { LogoShape } from "../../../protocol/vocabulary.ts";
import type { AggregatorKind } from "../../domain/institutions/aggregator.ts";
import type {
  ClientAuthentication,
  DpopDecider,
  SignInFlow,
} from "../../domain/institutions/institution-registration.ts";
import type { RequestKind } from "../../domain/institutions/request-quota.ts";

/** Institutions of the operator's own, and how they are reached. */
export type InstitutionTables = {
  institution: {
    institution_id: string;
    /** Its position in the list. */
    position: number;
    name: string;
    aliases: string;
    products: string;
    country_codes: string;
    routing_numbers: string;
    /** 0 or 1. */
    oauth: number;
    url: string | null;
    mark: LogoShape | null;
    color: string | null;
    /** The address of its own logo, or a PNG as a data: URL. */
    logo: string | null;
    /** The picture of that, cut to size, a PNG in Base64. */
    logo_png: string | null;
    /** 0 or 1. */
    supported: number;
    /** The description of a bank that users reach by a token of their own, or the bank at an aggregator, as JSON. */
    description: string | null;
    added_at: number;
  };
  /** The number of changes of a table that servers cache. */
  institution_connection: {
    institution_id: string;
    issuer: string;
    client_id: string;
    authentication: ClientAuthentication;
    data_url: string;
    /** Null: the scopes that the issuer offers. */
    scopes: string | null;
    resource: string | null;
    flow: SignInFlow;
    sealed_secrets: string;
    connected_at: number;
    /** 0 or 1. */
    own_redirect_uri: number;
    /** Null for no quota. */
    quota: string | null;
    /** Null if it was declared before this setting existed: then its own hosts. */
    private_hosts: string | null;
    /** 0 or 1. */
    dpop: number;
    dpop_by: DpopDecider;
    /** Null for FDX without a security profile and deviations. */
    standard: string | null;
  };
  /** Keys at aggregators, and whose banks they open. */
  aggregator: {
    aggregator_id: string;
    kind: AggregatorKind;
    address: string;
    application_id: string;
    sealed_key: string;
    /** Null for all clients. */
    client_id: string | null;
    /** The person's mail address; null for everybody. */
    sealed_person: string | null;
    added_at: number;
    refreshed_at: number | null;
    problem: string | null;
  };
  /** The check of each institution: the current one, and the results of the last one. */
  institution_check: {
    institution_id: string;
    check_id: string;
    state: "waiting" | "running" | "over";
    started_at: number;
    sign_ins: number;
    progress: string;
    /** Null if no sign-in is pending. */
    state_digest: string | null;
    sealed_address: string | null;
    sealed_return: string | null;
    results: string | null;
  };
  /** How far its ids of transactions move from one payment to another. */
  institution_ids: {
    institution_id: string;
    moved: number;
    moved_at: number | null;
    /** How many payments were booked again under another id. */
    rebooked: number;
    /** Null if the setting is learned. */
    setting: "stay" | "move" | null;
  };
  /** The requests of the last 24 hours that an institution counts. */
  request_count: {
    /** The digest of the key that requests are counted by. */
    key: string;
    counts: string;
    revision: number;
    /** When the last one was sent. */
    sent_at: number;
  };
};

/** The health of institutions, and the recipients of alerts. */
export type OutageTables = {
  institution_request_count: {
    institution_id: string;
    kind: RequestKind;
    counted_from: number;
    succeeded: number;
    failed: number;
  };
  institution_outage: {
    institution_id: string;
    kind: RequestKind;
    began_at: number;
    /** 0 while it lasts. */
    ended_at: number;
  };
  client_alert: {
    client_id: string;
    webhook: string | null;
    email: string | null;
    /** 0 or 1. */
    mail_users: number;
    /** 0 or 1. */
    remind_users: Generated<number>;
  };
  failed_sign_in: {
    link_session_id: string;
    client_id: string;
    institution_id: string;
    sealed_notice: string;
    recipient_digest: string | null;
    /** 0 or 1. */
    is_mailed: number;
    failed_at: number;
  };
};
