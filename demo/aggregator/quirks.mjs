/**
 * The habits of real banks that the aggregator can be told to have, each with a sentence.
 * @type {Readonly<Record<string, string>>}
 */
export const QUIRKS = {
  nulls: "null comes in place of texts and objects",
  "ids-each-delivery": "each delivery has other entry references",
  "ids-absent": "no row has an entry reference",
  "ids-positional": "an entry reference is the day and the place in it; the first day has none",
  "ids-of-month": "entry references of the current month are new with each delivery",
  "pending-other-ids": "a pending row has another entry reference than once it is booked",
  "authorizations-booked":
    "card payments are listed as booked before they are, by another code and id",
  "rows-twice": "each payment is listed twice, under two entry references",
  "other-status": "card rows have the status OTHR, and no id",
  "history-90-days": "a longer history than 90 days is refused, with the earliest day",
  "history-no-day": "a longer history than 90 days is refused without a day",
  "history-title": "a longer history than 90 days is refused in another shape, as words",
  "history-failure": "a longer history than two years is answered by ASPSP_ERROR",
  "pages-of-three": "a page has three rows",
  "empty-page": "the first page is empty, and has a key",
  "repeated-key": "the last page has the key of the page before",
  "failing-page": "every page but the first fails",
  "pending-apart": "pending rows come only with transaction_status=PDNG",
  "pending-refused": "transaction_status is refused",
  "filters-ignored": "date_from and transaction_status are ignored",
  "four-a-day":
    "four requests of a kind in 24 hours without the person's headers, for each account",
  "limit-used-up":
    "every request without the person's headers is refused, without a time to come back",
  "limit-without-time":
    "a refusal for the limit does not say when to come back, and has other words",
  "balances-fail": "balances fail for good",
  "first-account-fails": "the first account of each session is refused with 401",
  "hashes-change":
    "an authorization makes other identification hashes, of which the further ones stay",
  "all-hashes-change": "an authorization makes other identification hashes, also the further ones",
  "second-ends-first": "a second sign-in ends the first session",
  "server-error": "the bank sends people back with server_error",
  "wrong-credentials": "the bank sends people back with access_denied and words of its own",
  "no-accounts": "the application sees no account, since none was linked in the panel",
  "exact-validity-refused": "a consent as long as the longest is refused",
  inactive: "the application is not active",
  down: "every call for data fails with 500",
};
