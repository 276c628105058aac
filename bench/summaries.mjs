// The totals that the server maintains: portable statements that compute them for a store filled
// without totals.

const VISITS = [
  ["reached", "cast(reached as text)", "1 = 1"],
  ["chosen", "institution_id", "institution_id is not null"],
  ["connected", "institution_id", "institution_id is not null and reached = 4"],
  ["error", "error_code", "error_code is not null"],
];

export const SUMMARIES = [
  `insert into usage_total (client_id, product, day, count, items)
   select client_id, product, month || '-01', sum(count), count(*) from usage
   group by client_id, product, month`,
  ...["client", "institution"].map(
    (kind) => `insert into live_item_total (kind, owner_id, slot, count)
      select '${kind}', ${kind}_id, 0, count(*) from item where removed_at is null group by ${kind}_id
      on conflict (kind, owner_id, slot) do update set count = excluded.count`,
  ),
  ...VISITS.map(
    ([kind, value, condition]) => `insert into link_visit_total (client_id, kind, value, day, count)
      select client_id, '${kind}', ${value}, started_at / 86400000, count(*) from link_visit
      where ${condition} group by client_id, ${value}, started_at / 86400000`,
  ),
  `insert into link_visit_total (client_id, kind, value, day, count)
   select '', kind, value, day, sum(count) from link_visit_total group by kind, value, day`,
];
