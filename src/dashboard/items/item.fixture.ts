/** An Item in the list, and with its details. */
export const ITEM = {
  item_id: "item-1",
  client_id: "client-1",
  client_name: "Tally",
  client_user_id: null,
  institution_id: "ins_1",
  institution_name: "First Platypus Bank",
  state: "good",
  error_code: null,
  products: ["transactions"],
  created_at: 1_700_000_000_000,
  pulled_at: null,
  consent_expires_at: null,
};
export const WHOLE = {
  ...ITEM,
  consented_products: ["transactions"],
  auth_method: null,
  webhook: null,
  logged_in_at: 1_700_000_000_000,
  removed_at: null,
  transactions_updated_at: null,
  transactions_failed_at: null,
};
