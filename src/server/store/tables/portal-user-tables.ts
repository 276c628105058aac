/** The people whose accounts are connected, and their sessions on the account site. */
export type PortalUserTables = {
  person: {
    person_id: string;
    email_digest: string;
    sealed_email: string;
    /** When a requested mail was last sent to them. */
    mailed_at: number | null;
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
