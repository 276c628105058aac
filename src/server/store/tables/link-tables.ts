/** Link sessions and the tokens around them. */
export type LinkTables = {
  link_session: {
    link_session_id: string;
    token_digest: string;
    client_id: string;
    origin: string;
    config: string;
    link_token_digest: string | null;
    public_token_digest: string | null;
    resume_digest: string | null;
    /** The Item that the session updates, if it does. */
    update_item_id: string | null;
    consent: string | null;
    guard: string;
    /** The last submission; sealed once there is a response. */
    submission: string | null;
    submission_until: number | null;
    submission_answer: string | null;
    step: string;
    /** The Items that it has connected. */
    results: string;
    revision: number;
    created_at: number;
    expires_at: number;
  };
  oauth_redirect: {
    state_digest: string;
    link_session_id: string;
    via: string;
    ticket_digest: string;
    sealed_url: string;
    cookie_digest: string | null;
    returned_at: number | null;
    state_id_digest: string | null;
    state_id_used_at: number | null;
    expires_at: number;
  };
  link_token: {
    digest: string;
    client_id: string;
    config: string;
    update_item_id: string | null;
    details: string;
    sealed_token: string | null;
    created_at: number;
    expires_at: number;
  };
  consent: {
    link_session_id: string;
    item_id: string;
    client_id: string;
    institution_id: string;
    version: string;
    scope: string;
    given_at: number;
    expires_at: number;
  };
  public_token: {
    digest: string;
    item_id: string;
    client_id: string;
    created_at: number;
    expires_at: number;
    exchanged_at: number | null;
  };
  processor_token: {
    digest: string;
    item_id: string;
    account_id: string;
    processor: string;
    /** JSON; null for all products. */
    products: string | null;
    webhook: string | null;
    webhook_client_id: string | null;
    created_at: number;
  };
};
