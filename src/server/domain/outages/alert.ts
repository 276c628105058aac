/** Whom to tell of outages, as a client has set it in its Dashboard. */
export type Alert = {
  clientId: string;
  /** Where webhooks about institutions go; null for nowhere. */
  webhook: string | null;
  email: string | null;
  /** Whether users who could not sign in are mailed once they can. */
  mailUsers: boolean;
};

/** The port for alerts. */
export type AlertStore = {
  /** A client's; null if it has set none. */
  of(clientId: string): Promise<Alert | null>;
  all(): Promise<Alert[]>;
  set(alert: Alert): Promise<void>;
};
