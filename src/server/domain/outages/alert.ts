/** The receivers of a client's alerts about outages, as set in its Dashboard. */
export type Alert = {
  clientId: string;
  /** The address of webhooks about institutions; null for none. */
  webhook: string | null;
  email: string | null;
  /** Whether users who could not sign in are mailed once they can. */
  mailUsers: boolean;
};

/** The port for alerts. */
export type AlertStore = {
  /** Returns a client's alert; null if it has set none. */
  of(clientId: string): Promise<Alert | null>;
  all(): Promise<Alert[]>;
  set(alert: Alert): Promise<void>;
};
