const READS_ONLY =
  "this server reads accounts and moves no money; give the numbers of /auth/get or a processor_token to your payment provider";
const NO_PAYMENT_RISK =
  "this server does not rate the risk of payments; /accounts/balance/get tells what an account holds at this moment";
const NO_SCREENING =
  "this server does not screen people or companies; /identity/match compares a person with the owners of an account";
const NO_PAYROLL =
  "this server does not read payroll systems or pay slips; /income/get finds the income in the transactions of accounts";
const NO_RESELLERS =
  "partners do not create clients by the API; the command line's clients command does, or the Dashboard";
const ON_ACCOUNT_SITE =
  "this server has no record of applications for the API; people see and end their connections on the account site";
const NO_OTHER_REPORTS =
  "this server does not make this report; /cra/check_report/create makes those that it has, and /asset_report/create Asset Reports";
const NO_MONITORING =
  "this server does not watch loans; /cra/monitoring_insights/subscribe watches the accounts of a user, and /cra/check_report/create orders a new report";
const NO_RULES =
  "this server has no rules or insights about one user's categories; /transactions/enrich and /transactions/sync give its own";

/**
 * Paths that applications know from similar APIs and this server lacks: their prefixes, and a
 * sentence with an alternative.
 */
const UNOFFERED: readonly (readonly [starts: readonly string[], sentence: string])[] = [
  [["/transfer/", "/bank_transfer/", "/sandbox/transfer/", "/sandbox/bank_transfer/"], READS_ONLY],
  [["/payment_initiation/", "/payment_profile/", "/sandbox/payment", "/wallet/"], READS_ONLY],
  [["/processor/bank_transfer/"], READS_ONLY],
  [
    ["/processor/stripe/", "/processor/apex/"],
    "this server makes one kind of processor_token; /processor/token/create does, for any processor in PROCESSORS",
  ],
  [["/signal/", "/processor/signal/", "/beta/ewa_report/"], NO_PAYMENT_RISK],
  [["/identity_verification/", "/watchlist_screening/", "/idv_classic/"], NO_SCREENING],
  [["/beacon/", "/protect/", "/business_verification/", "/profile/"], NO_SCREENING],
  [["/identity/documents/"], NO_SCREENING],
  [
    ["/identity/match/list"],
    "this server keeps no list of matches; store the scores that /identity/match returns",
  ],
  [["/income/verification/", "/employment/", "/employers/", "/beta/credit/"], NO_PAYROLL],
  [["/credit/payroll_income/", "/credit/employment/", "/credit/bank_statements/"], NO_PAYROLL],
  [["/credit/bank_income/", "/sandbox/income/", "/sandbox/bank_income/"], NO_PAYROLL],
  [
    ["/credit/sessions/"],
    "this server has no sessions of credit products; /link/token/get tells how a link_token was used",
  ],
  [
    ["/credit/relay/", "/credit/audit_copy_token/"],
    "this server shares an Asset Report by /asset_report/audit_copy/create",
  ],
  [
    ["/asset_report/audit_copy/pdf/"],
    "this server has no PDF of an audit copy; /asset_report/pdf/get makes one of the report",
  ],
  [["/credit/asset_report/", "/credit/freddie_mac/", "/consumer_report/"], NO_OTHER_REPORTS],
  [["/cra/servicing/", "/sandbox/cra/", "/cra/loans/"], NO_MONITORING],
  [["/cra/"], NO_OTHER_REPORTS],
  [["/cashflow_report/"], NO_OTHER_REPORTS],
  [["/beta/transactions/", "/transactions/recurring/deactivate"], NO_RULES],
  [["/beta/partner/", "/partner/"], NO_RESELLERS],
  [["/item/application/", "/application/", "/sandbox/item/application/"], ON_ACCOUNT_SITE],
  [["/dashboard_user/"], "the API does not list people of the Dashboard; its page Team does"],
  [
    ["/user_account/", "/network/", "/link/oauth/correlation_id/", "/session/token/"],
    "this server does not remember people across applications; create a link_token by /link/token/create",
  ],
  [
    ["/link_delivery/"],
    "/link/token/create with hosted_link makes an address to send, and mails it with delivery_method",
  ],
  [
    ["/user/items/associate"],
    "an Item gets its user when it is linked; send user_id with /link/token/create",
  ],
  [["/user/identity/"], "/user/update replaces an identity, and /user/remove forgets it"],
  [
    ["/user/third_party_token/"],
    "this server shares one user's reports with no third party; /asset_report/audit_copy/create shares an Asset Report",
  ],
  [
    ["/user/transactions/", "/user/financial_data/"],
    "refresh each Item of the user by /transactions/refresh; /user/items/get lists them",
  ],
  [
    ["/sandbox/oauth/"],
    "the sandbox's banks ask for accounts on their own pages; /sandbox/public_token/create links without a page",
  ],
  [
    ["/sandbox/user/fire_webhook"],
    "webhooks of a user are sent when they are true, as after /cra/check_report/create; /sandbox/item/fire_webhook sends those of an Item",
  ],
  [
    ["/beta/webhook_events/"],
    "the API does not list webhooks; the Dashboard and the command line's webhooks command do, and send one again",
  ],
  [
    ["/issues/", "/beta/issues/"],
    "this server keeps no list of issues; /institutions/get_by_id with include_status tells the state of an institution",
  ],
  [["/auth/verify"], "/auth/get returns the numbers of accounts and how they were verified"],
  [["/oauth/"], "the API takes a client_id and a secret; it gives no OAuth tokens"],
  [
    ["/fdx/", "/sandbox/fdx/"],
    "this server does not serve FDX; docs/doors.md has the protocols in which others read",
  ],
  [
    ["/investments/auth/", "/processor/investments/auth/"],
    "this server has no numbers for transfers of securities; /investments/holdings/get returns what an account holds",
  ],
];

/** Returns the sentence for a path that only similar APIs have; undefined for any other path. */
export const unofferedPath = (path: string): string | undefined =>
  UNOFFERED.find(([starts]) => starts.some((start) => path.startsWith(start)))?.[1];
