/** Users, and what is watched for them. */
export type UserTables = {
  /** Named so since `user` is a word of SQL. */
  end_user: {
    user_id: string;
    client_id: string;
    client_user_id: string;
    legacy_user_id: string | null;
    sealed_identity: string | null;
    created_at: number;
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
  /** What users' accounts were like at the last update of their cash flow. */
  cash_flow_monitor: { user_id: string; state: string; revision: number };
};
