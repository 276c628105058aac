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
};
