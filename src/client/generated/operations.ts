// Printed by src/client/generated.test.ts; `npx vitest run src/client/generated.test.ts -u` prints it again.
import type {
  Account,
  AccountAtMoment,
  AccountsNotification,
  AssetReport,
  AssetReportUser,
  AssetReportWarning,
  BaseReport,
  CashFlowInsights,
  Category,
  CheckReportWarning,
  ConsentEvent,
  EnrichedTransaction,
  Holding,
  IdentityMatchAccount,
  IdentityToMatch,
  Income,
  IncomeInsights,
  InvestmentAccount,
  InvestmentTransaction,
  Item,
  ItemActivity,
  LastDataAccess,
  LegacyUserIdentity,
  Liabilities,
  MonitoringInsightsItem,
  NetworkInsights,
  NewSandboxTransaction,
  Numbers,
  OwnedAccount,
  RemovedTransaction,
  Security,
  StatementsAccount,
  Transaction,
  TransactionStream,
  TransactionToEnrich,
  TransactionsNotification,
  UserIdentity,
  UserIdentityPart,
} from "./schemas.ts";

type Operation<Request, Response> = { request: Request; response: Response };

/** The types of each method. */
export type Operations = {
  /** Create a link_token that opens Link for one session. */
  linkTokenCreate: Operation<LinkTokenCreateRequest, LinkTokenCreateResponse>;
  /** Retrieve a link_token and how far its session has come. */
  linkTokenGet: Operation<LinkTokenGetRequest, LinkTokenGetResponse>;
  /** Exchange a public_token from Link for an access_token. */
  itemPublicTokenExchange: Operation<ItemPublicTokenExchangeRequest, ItemPublicTokenExchangeResponse>;
  /** Create a public_token for an existing Item. */
  itemPublicTokenCreate: Operation<ItemPublicTokenCreateRequest, ItemPublicTokenCreateResponse>;
  /** Create an Item without Link, as the partner of an institution. */
  itemImport: Operation<ItemImportRequest, ItemImportResponse>;
  /** Add a file from a bank to an Item that was made from one. */
  itemFilesAdd: Operation<ItemFilesAddRequest, ItemFilesAddResponse>;
  /** Retrieve the accounts of an Item. */
  accountsGet: Operation<AccountsGetRequest, AccountsGetResponse>;
  /** Retrieve an Item. */
  itemGet: Operation<ItemGetRequest, ItemGetResponse>;
  /** Retrieve the events of a user's consent to an Item. */
  consentEventsGet: Operation<ConsentEventsGetRequest, ConsentEventsGetResponse>;
  /** Reconfirm a user's consent to an Item. */
  consentReconfirm: Operation<ConsentReconfirmRequest, ConsentReconfirmResponse>;
  /** List what has happened to an Item. */
  itemActivityList: Operation<ItemActivityListRequest, ItemActivityListResponse>;
  /** Update the webhook URL of an Item. */
  itemWebhookUpdate: Operation<ItemWebhookUpdateRequest, ItemWebhookUpdateResponse>;
  /** Replace the access_token of an Item. */
  itemAccessTokenInvalidate: Operation<ItemAccessTokenInvalidateRequest, ItemAccessTokenInvalidateResponse>;
  /** Remove an Item. */
  itemRemove: Operation<ItemRemoveRequest, ItemRemoveResponse>;
  /** Terminate the products of an Item. */
  itemProductsTerminate: Operation<ItemProductsTerminateRequest, ItemProductsTerminateResponse>;
  /** Retrieve account and routing numbers. */
  authGet: Operation<AuthGetRequest, AuthGetResponse>;
  /** Add categories and merchants to transactions of your own. */
  transactionsEnrich: Operation<TransactionsEnrichRequest, TransactionsEnrichResponse>;
  /** Retrieve the transactions of a period. */
  transactionsGet: Operation<TransactionsGetRequest, TransactionsGetResponse>;
  /** Retrieve changes of the transactions since last time. */
  transactionsSync: Operation<TransactionsSyncRequest, TransactionsSyncResponse>;
  /** Ask the institution for new transactions now. */
  transactionsRefresh: Operation<TransactionsRefreshRequest, TransactionsRefreshResponse>;
  /** Retrieve the recurring transactions of an Item as streams. */
  transactionsRecurringGet: Operation<TransactionsRecurringGetRequest, TransactionsRecurringGetResponse>;
  /** Retrieve the transactions of a period as a file. */
  transactionsExport: Operation<TransactionsExportRequest, TransactionsExportResponse>;
  /** Retrieve the investments that the accounts of an Item hold. */
  investmentsHoldingsGet: Operation<InvestmentsHoldingsGetRequest, InvestmentsHoldingsGetResponse>;
  /** Retrieve the investment transactions of a period. */
  investmentsTransactionsGet: Operation<InvestmentsTransactionsGetRequest, InvestmentsTransactionsGetResponse>;
  /** Ask the institution for the investments of an Item now. */
  investmentsRefresh: Operation<InvestmentsRefreshRequest, InvestmentsRefreshResponse>;
  /** Retrieve who owns the accounts of an Item. */
  identityGet: Operation<IdentityGetRequest, IdentityGetResponse>;
  /** Compare a person's identity with the owners of the accounts of an Item. */
  identityMatch: Operation<IdentityMatchRequest, IdentityMatchResponse>;
  /** Ask the institution for the owners of the accounts of an Item now. */
  identityRefresh: Operation<IdentityRefreshRequest, IdentityRefreshResponse>;
  /** Retrieve the cards, mortgages and student loans of an Item with their terms. */
  liabilitiesGet: Operation<LiabilitiesGetRequest, LiabilitiesGetResponse>;
  /** List the statements of an Item's accounts. */
  statementsList: Operation<StatementsListRequest, StatementsListResponse>;
  /** Download a statement as a PDF. */
  statementsDownload: Operation<StatementsDownloadRequest, StatementsDownloadResponse>;
  /** Ask the institution for the statements of a period. */
  statementsRefresh: Operation<StatementsRefreshRequest, StatementsRefreshResponse>;
  /** Retrieve the user's income. */
  incomeGet: Operation<IncomeGetRequest, IncomeGetResponse>;
  /** Retrieve the accounts' balances at this moment. */
  accountsBalanceGet: Operation<AccountsBalanceGetRequest, AccountsBalanceGetResponse>;
  /** Create an Asset Report about one or more Items. */
  assetReportCreate: Operation<AssetReportCreateRequest, AssetReportCreateResponse>;
  /** Retrieve an Asset Report. */
  assetReportGet: Operation<AssetReportGetRequest, AssetReportGetResponse>;
  /** Retrieve an Asset Report as a PDF. */
  assetReportPdfGet: Operation<AssetReportPdfGetRequest, AssetReportPdfGetResponse>;
  /** Create an Asset Report from an older one, with current data. */
  assetReportRefresh: Operation<AssetReportRefreshRequest, AssetReportRefreshResponse>;
  /** Create an Asset Report from another one, without some of its accounts. */
  assetReportFilter: Operation<AssetReportFilterRequest, AssetReportFilterResponse>;
  /** Remove an Asset Report. */
  assetReportRemove: Operation<AssetReportRemoveRequest, AssetReportRemoveResponse>;
  /** Create a token by which an auditor reads an Asset Report. */
  assetReportAuditCopyCreate: Operation<AssetReportAuditCopyCreateRequest, AssetReportAuditCopyCreateResponse>;
  /** Retrieve an Asset Report that somebody has shared. */
  assetReportAuditCopyGet: Operation<AssetReportAuditCopyGetRequest, AssetReportAuditCopyGetResponse>;
  /** Remove an audit copy. */
  assetReportAuditCopyRemove: Operation<AssetReportAuditCopyRemoveRequest, AssetReportAuditCopyRemoveResponse>;
  /** Retrieve the categories of transactions. */
  categoriesGet: Operation<CategoriesGetRequest, CategoriesGetResponse>;
  /** Retrieve institutions, a page at a time. */
  institutionsGet: Operation<InstitutionsGetRequest, InstitutionsGetResponse>;
  /** Retrieve an institution. */
  institutionsGetById: Operation<InstitutionsGetByIdRequest, InstitutionsGetByIdResponse>;
  /** Search institutions by name. */
  institutionsSearch: Operation<InstitutionsSearchRequest, InstitutionsSearchResponse>;
  /** Create a user, or find the one that has this client_user_id. */
  userCreate: Operation<UserCreateRequest, UserCreateResponse>;
  /** Retrieve a user with its identity. */
  userGet: Operation<UserGetRequest, UserGetResponse>;
  /** Retrieve the Items of a user. */
  userItemsGet: Operation<UserItemsGetRequest, UserItemsGetResponse>;
  /** Remove some of the Items of a user. */
  userItemsRemove: Operation<UserItemsRemoveRequest, UserItemsRemoveResponse>;
  /** Replace a user's identity, or parts of it. */
  userUpdate: Operation<UserUpdateRequest, UserUpdateResponse>;
  /** Remove a user. */
  userRemove: Operation<UserRemoveRequest, UserRemoveResponse>;
  /** Terminate the products that go on for a user. */
  userProductsTerminate: Operation<UserProductsTerminateRequest, UserProductsTerminateResponse>;
  /** Create a consumer report about a user. */
  craCheckReportCreate: Operation<CraCheckReportCreateRequest, CraCheckReportCreateResponse>;
  /** Retrieve the Base Report of a user. */
  craCheckReportBaseReportGet: Operation<CraCheckReportBaseReportGetRequest, CraCheckReportBaseReportGetResponse>;
  /** Retrieve the income insights of a user. */
  craCheckReportIncomeInsightsGet: Operation<CraCheckReportIncomeInsightsGetRequest, CraCheckReportIncomeInsightsGetResponse>;
  /** Retrieve the network insights of a user. */
  craCheckReportNetworkInsightsGet: Operation<CraCheckReportNetworkInsightsGetRequest, CraCheckReportNetworkInsightsGetResponse>;
  /** Retrieve the cash flow insights of a user. */
  craCheckReportCashflowInsightsGet: Operation<CraCheckReportCashflowInsightsGetRequest, CraCheckReportCashflowInsightsGetResponse>;
  /** Retrieve the consumer report of a user as a PDF. */
  craCheckReportPdfGet: Operation<CraCheckReportPdfGetRequest, CraCheckReportPdfGetResponse>;
  /** Retrieve the income and the loans of a user at this moment. */
  craMonitoringInsightsGet: Operation<CraMonitoringInsightsGetRequest, CraMonitoringInsightsGetResponse>;
  /** Subscribe to the cash flow of a user at an Item. */
  craMonitoringInsightsSubscribe: Operation<CraMonitoringInsightsSubscribeRequest, CraMonitoringInsightsSubscribeResponse>;
  /** End a subscription to the cash flow of a user. */
  craMonitoringInsightsUnsubscribe: Operation<CraMonitoringInsightsUnsubscribeRequest, CraMonitoringInsightsUnsubscribeResponse>;
  /** Notify of new transactions, as the partner of an institution. */
  itemsTransactionsNotify: Operation<ItemsTransactionsNotifyRequest, ItemsTransactionsNotifyResponse>;
  /** Notify of changed accounts, as the partner of an institution. */
  itemsAccountsNotify: Operation<ItemsAccountsNotifyRequest, ItemsAccountsNotifyResponse>;
  /** Create a processor_token for one account. */
  processorTokenCreate: Operation<ProcessorTokenCreateRequest, ProcessorTokenCreateResponse>;
  /** Set the products that a processor_token permits. */
  processorTokenPermissionsSet: Operation<ProcessorTokenPermissionsSetRequest, ProcessorTokenPermissionsSetResponse>;
  /** Retrieve the products that a processor_token permits. */
  processorTokenPermissionsGet: Operation<ProcessorTokenPermissionsGetRequest, ProcessorTokenPermissionsGetResponse>;
  /** Update the webhook URL of a processor_token. */
  processorTokenWebhookUpdate: Operation<ProcessorTokenWebhookUpdateRequest, ProcessorTokenWebhookUpdateResponse>;
  /** Retrieve the account that a processor_token is for. */
  processorAccountGet: Operation<ProcessorAccountGetRequest, ProcessorAccountGetResponse>;
  /** The same as /processor/account/get. */
  processorAccountsGet: Operation<ProcessorAccountsGetRequest, ProcessorAccountsGetResponse>;
  /** Retrieve the numbers of the account that a processor_token is for. */
  processorAuthGet: Operation<ProcessorAuthGetRequest, ProcessorAuthGetResponse>;
  /** Retrieve what the account of a processor_token holds at this moment. */
  processorBalanceGet: Operation<ProcessorBalanceGetRequest, ProcessorBalanceGetResponse>;
  /** Retrieve who owns the account of a processor_token. */
  processorIdentityGet: Operation<ProcessorIdentityGetRequest, ProcessorIdentityGetResponse>;
  /** Retrieve the terms of the card or loan of a processor_token. */
  processorLiabilitiesGet: Operation<ProcessorLiabilitiesGetRequest, ProcessorLiabilitiesGetResponse>;
  /** Compare a person's identity with the owners of the account of a processor_token. */
  processorIdentityMatch: Operation<ProcessorIdentityMatchRequest, ProcessorIdentityMatchResponse>;
  /** Retrieve the transactions of the account of a processor_token in a period. */
  processorTransactionsGet: Operation<ProcessorTransactionsGetRequest, ProcessorTransactionsGetResponse>;
  /** Retrieve the investments that the account of a processor_token holds. */
  processorInvestmentsHoldingsGet: Operation<ProcessorInvestmentsHoldingsGetRequest, ProcessorInvestmentsHoldingsGetResponse>;
  /** Retrieve the investment transactions of the account of a processor_token in a period. */
  processorInvestmentsTransactionsGet: Operation<ProcessorInvestmentsTransactionsGetRequest, ProcessorInvestmentsTransactionsGetResponse>;
  /** Retrieve changes of the transactions of the account of a processor_token since last time. */
  processorTransactionsSync: Operation<ProcessorTransactionsSyncRequest, ProcessorTransactionsSyncResponse>;
  /** Ask the institution of the account of a processor_token for new transactions now. */
  processorTransactionsRefresh: Operation<ProcessorTransactionsRefreshRequest, ProcessorTransactionsRefreshResponse>;
  /** Retrieve the recurring transactions of the account of a processor_token as streams. */
  processorTransactionsRecurringGet: Operation<ProcessorTransactionsRecurringGetRequest, ProcessorTransactionsRecurringGetResponse>;
  /** Retrieve the public key that webhooks are verified with. */
  webhookVerificationKeyGet: Operation<WebhookVerificationKeyGetRequest, WebhookVerificationKeyGetResponse>;
  /** Create a sandbox Item and its public_token without opening Link. */
  sandboxPublicTokenCreate: Operation<SandboxPublicTokenCreateRequest, SandboxPublicTokenCreateResponse>;
  /** Create a sandbox Item and a processor_token for one of its accounts. */
  sandboxProcessorTokenCreate: Operation<SandboxProcessorTokenCreateRequest, SandboxProcessorTokenCreateResponse>;
  /** Write transactions into a sandbox Item. */
  sandboxTransactionsCreate: Operation<SandboxTransactionsCreateRequest, SandboxTransactionsCreateResponse>;
  /** Make an Item need its user to sign in again. */
  sandboxItemResetLogin: Operation<SandboxItemResetLoginRequest, SandboxItemResetLoginResponse>;
  /** Make several Items need their user to sign in again. */
  sandboxUserResetLogin: Operation<SandboxUserResetLoginRequest, SandboxUserResetLoginResponse>;
  /** Send a webhook of an Item. */
  sandboxItemFireWebhook: Operation<SandboxItemFireWebhookRequest, SandboxItemFireWebhookResponse>;
  /** Close an account at the bank of a sandbox Item. */
  sandboxItemCloseAccount: Operation<SandboxItemCloseAccountRequest, SandboxItemCloseAccountResponse>;
  /** Bring the verification of an account to another status. */
  sandboxItemSetVerificationStatus: Operation<SandboxItemSetVerificationStatusRequest, SandboxItemSetVerificationStatusResponse>;
  /** Change a user's accounts so that cash-flow webhooks follow. */
  sandboxCraCashflowUpdatesUpdate: Operation<SandboxCraCashflowUpdatesUpdateRequest, SandboxCraCashflowUpdatesUpdateResponse>;
};

export type LinkTokenCreateRequest = {
  client_name: string;
  language: "en" | "fr";
  country_codes: ReadonlyArray<
    | "US"
    | "CA"
    | "GB"
    | "IE"
    | "FR"
    | "DE"
    | "ES"
    | "IT"
    | "NL"
    | "BE"
    | "PT"
    | "AT"
    | "FI"
    | "SE"
    | "DK"
    | "PL"
    | "NO"
    | "EE"
    | "LT"
    | "LV"
  >;
  products?: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "cra_base_report"
    | "cra_income_insights"
    | "cra_network_insights"
    | "cra_cashflow_insights"
  > | undefined;
  webhook?: string | undefined;
  user?: {
    client_user_id: string;
    legal_name?: string | undefined;
    email_address?: string | undefined;
    /** Changes nothing: Link asks for no phone number. It is not stored. */
    phone_number?: string | undefined;
  } | undefined;
  access_token?: string | undefined;
  redirect_uri?: string | undefined;
  account_selection?: "disabled" | "one" | "several" | "all" | undefined;
  /**
   * With an access_token: whether the user chooses the shared accounts again. The Item's accounts
   * are ticked; accounts that the user unticks are revoked, and new ones are added. With
   * reauthorization_enabled the user also agrees again to the shared data, for a new period.
   */
  update?: {
    account_selection_enabled?: boolean | undefined;
    reauthorization_enabled?: boolean | undefined;
  } | undefined;
  /**
   * Products that are required like `products` at an institution that has them; the others are
   * listed as well.
   */
  required_if_supported_products?: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
  > | undefined;
  /** Products that the Item gets if the institution and a shared account have them. */
  optional_products?: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
  > | undefined;
  /**
   * Products that the user agrees to share in Link. The first call for one adds it to the Item,
   * which bills it; a call for a product that is named nowhere returns
   * ADDITIONAL_CONSENT_REQUIRED. With an access_token, the user of the Item agrees to them.
   */
  additional_consented_products?: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
  > | undefined;
  /**
   * The accounts that Link offers, by type and subtype; `all` is every subtype. Accounts of a type
   * that is left out are not offered.
   */
  account_filters?: {
    depository?: {
      account_subtypes: ReadonlyArray<"checking" | "savings" | "cd" | "money market" | "other" | "all">;
    } | undefined;
    credit?: {
      account_subtypes: ReadonlyArray<"credit card" | "other" | "all">;
    } | undefined;
    loan?: {
      account_subtypes: ReadonlyArray<"mortgage" | "student" | "auto" | "other" | "all">;
    } | undefined;
    investment?: {
      account_subtypes: ReadonlyArray<"401k" | "brokerage" | "ira" | "other" | "all">;
    } | undefined;
    other?: {
      account_subtypes: ReadonlyArray<"other" | "all">;
    } | undefined;
  } | undefined;
  /**
   * Whether the user may connect several Items, one after the other, with a user_id or user_token.
   * Each public token arrives by ITEM_ADD_RESULT and is in `link_sessions` of `/link/token/get`.
   */
  enable_multi_item_link?: boolean | undefined;
  /** The institution at which Link opens, in place of the list. */
  institution_id?: string | undefined;
  /**
   * How many days of transactions are read of a new Item; all of 24 months by default. It limits
   * no Item that is linked with assets, income or cra_* products, which need more, and no Item
   * without transactions, whose first call for them may send days_requested. With an access_token
   * it changes nothing: the days of an Item stay.
   */
  transactions?: {
    days_requested?: number | undefined;
  } | undefined;
  /**
   * The first and the last day of the statements that the Item has, by the last day of each
   * statement; two years at most. Without it they are those of the last two years. With an
   * access_token it changes nothing: /statements/refresh reads others.
   */
  statements?: {
    /** A day, YYYY-MM-DD. */
    start_date: string;
    /** A day, YYYY-MM-DD. */
    end_date: string;
  } | undefined;
  /** Changes nothing: a client has one look, which is set on the Dashboard. */
  link_customization_name?: string | undefined;
  /** Changes nothing: an Android app gets its user back from an institution's site by redirect_uri. */
  android_package_name?: string | undefined;
  /**
   * Has this server show Link on a page of its own, for an application without a page: the
   * response has the hosted_link_url. delivery_method email sends it to user.email_address. After
   * a connection or an exit the user returns to completion_redirect_uri, which is registered for
   * the client. With is_mobile_app the user goes to an institution's site in the same window.
   * url_lifetime_seconds is at most 21 days; by default 4 hours, or 7 days by mail. The link
   * connects once.
   */
  hosted_link?: {
    delivery_method?: "email" | undefined;
    completion_redirect_uri?: string | undefined;
    is_mobile_app?: boolean | undefined;
    url_lifetime_seconds?: number | undefined;
  } | undefined;
  /**
   * The user that the Item is linked under; for one of the legacy API its user_token. With it
   * `user` is not required.
   */
  user_id?: string | undefined;
  /** Legacy: sent next to `user`, in place of user_id. */
  user_token?: string | undefined;
  /** The lawful purpose of reports; required with cra_* products. */
  consumer_report_permissible_purpose?:
    | "ACCOUNT_REVIEW_CREDIT"
    | "ACCOUNT_REVIEW_NON_CREDIT"
    | "EXTENSION_OF_CREDIT"
    | "LEGITIMATE_BUSINESS_NEED_TENANT_SCREENING"
    | "LEGITIMATE_BUSINESS_NEED_OTHER"
    | "WRITTEN_INSTRUCTION_PREQUALIFICATION"
    | "WRITTEN_INSTRUCTION_OTHER" | undefined;
  cra_options?: {
    /** How many days of history the report has; 365 if cra_options is left out. */
    days_requested: number;
    /** With fewer days of transactions the report fails. */
    days_required?: number | undefined;
    /** Your own name for the report. */
    client_report_id?: string | null | undefined;
    base_report?: {
      /** Another place for client_report_id. */
      client_report_id?: string | null | undefined;
      /** Whether the report fails if an institution does not name the owners. */
      require_identity?: boolean | null | undefined;
      /** Changes nothing: verifications for mortgages are not made. */
      gse_options?: {
        report_types: ReadonlyArray<"VOA" | "EMPLOYMENT_REFRESH">;
      } | null | undefined;
      /** Changes nothing: verifications for mortgages are not made. */
      home_lending_report_options?: {
        reports_requested: ReadonlyArray<"VOA" | "EMPLOYMENT_REFRESH" | "INCOME">;
        employment_refresh_options?: {
          days_requested: number;
        } | null | undefined;
      } | null | undefined;
    } | null | undefined;
    /** Changes nothing: the attributes have one version. */
    cashflow_insights?: {
      attributes_version?: string | null | undefined;
    } | null | undefined;
    /** Changes nothing: there is one version, which returns the income of all categories. */
    income_insights?: {
      income_insights_version?: string | null | undefined;
      income_insights_filter?: {
        included_categories: readonly string[];
        excluded_categories?: readonly string[] | undefined;
      } | null | undefined;
    } | null | undefined;
    /** Changes nothing: there is one version. */
    network_insights?: {
      network_insights_version?: string | null | undefined;
    } | null | undefined;
    /** Changes nothing: there is no lend score. */
    lend_score?: {
      lend_score_version?: string | null | undefined;
    } | null | undefined;
    /** Changes nothing: there are no insights of partners. */
    partner_insights?: {
      prism_versions?: {
        firstdetect?: string | null | undefined;
        detect?: string | null | undefined;
        cashscore?: string | null | undefined;
        extend?: string | null | undefined;
        insights?: string | null | undefined;
      } | null | undefined;
    } | null | undefined;
    /** Changes nothing: the report has accounts of all types. */
    include_investments?: boolean | null | undefined;
  } | undefined;
};
export type LinkTokenCreateResponse = {
  link_token: string;
  expiration: string;
  /** With hosted_link: the address that opens Link for anyone who has it. */
  hosted_link_url?: string;
  request_id: string;
};
export type LinkTokenGetRequest = {
  link_token: string;
};
export type LinkTokenGetResponse = {
  link_token: string;
  created_at: string;
  expiration: string;
  metadata: {
    initial_products: Array<
      | "transactions"
      | "auth"
      | "identity"
      | "income"
      | "assets"
      | "liabilities"
      | "investments"
      | "statements"
      | "cra_base_report"
      | "cra_income_insights"
      | "cra_network_insights"
      | "cra_cashflow_insights"
    >;
    webhook: string | null;
    country_codes: Array<
      | "US"
      | "CA"
      | "GB"
      | "IE"
      | "FR"
      | "DE"
      | "ES"
      | "IT"
      | "NL"
      | "BE"
      | "PT"
      | "AT"
      | "FI"
      | "SE"
      | "DK"
      | "PL"
      | "NO"
      | "EE"
      | "LT"
      | "LV"
    >;
    language: "en" | "fr";
    redirect_uri: string | null;
    client_name: string;
  };
  link_sessions: Array<{
    link_session_id: string;
    started_at: string;
    finished_at: string | null;
    status:
      | "requires_questions"
      | "requires_selections"
      | "requires_code"
      | "choose_device"
      | "requires_credentials"
      | "requires_account_selection"
      | "requires_consent"
      | "requires_oauth"
      | "requires_captcha"
      | "institution_not_found"
      | "connected"
      | null;
    step: "institution" | "credentials" | "mfa" | "accounts" | "connected";
    results: {
      item_add_results: Array<{
        public_token: string;
        institution: {
          institution_id: string;
          name: string;
        };
        accounts: Array<{
          id: string;
          name: string;
          mask: string | null;
          type: "depository" | "credit" | "loan" | "investment" | "other";
          subtype:
            | "checking"
            | "savings"
            | "cd"
            | "money market"
            | "credit card"
            | "mortgage"
            | "student"
            | "auto"
            | "401k"
            | "brokerage"
            | "ira"
            | "other"
            | null;
          verification_status?:
            | "pending_automatic_verification"
            | "pending_manual_verification"
            | "automatically_verified"
            | "manually_verified"
            | "verification_expired"
            | "verification_failed"
            | null;
        }>;
      }>;
    };
  }>;
  request_id: string;
};
export type ItemPublicTokenExchangeRequest = {
  public_token: string;
};
export type ItemPublicTokenExchangeResponse = {
  access_token: string;
  item_id: string;
  request_id: string;
};
export type ItemPublicTokenCreateRequest = {
  access_token: string;
};
export type ItemPublicTokenCreateResponse = {
  public_token: string;
  request_id: string;
};
export type ItemImportRequest = {
  /** May be left out by a client that acts for one institution alone. */
  institution_id?: string | undefined;
  products: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
  >;
  user_auth: {
    /** The institution's id of the user; in the sandbox, a user name. */
    user_id: string;
    /** The token that opens the user's data there; in the sandbox, a password. */
    auth_token: string;
  };
  options?: {
    webhook?: string | undefined;
  } | undefined;
};
export type ItemImportResponse = {
  access_token: string;
  item_id: string;
  /** The accounts, under their ids in the Item. */
  accounts: Account[];
  request_id: string;
};
export type ItemFilesAddRequest = {
  access_token: string;
  /** OFX, QIF, CSV, MT940 or camt.052 and camt.053, in base64; it may be compressed by gzip. */
  file: string;
  /** The account of a file that does not name it, as CSV and QIF. */
  account_id?: string | undefined;
  /** The order of day and month in QIF, if the file leaves it open. */
  date_order?: "DMY" | "MDY" | undefined;
  /** The encoding of the text, if the file neither declares it nor says it by its letters. */
  encoding?: string | undefined;
  /** The year of the newest day, if the days of the file have none. */
  year?: number | undefined;
  /**
   * The meanings of words of trades in the file of a broker that are not known; they are kept for
   * the Item's later files. Rows of the kind `none` are left out.
   */
  trade_words?: ReadonlyArray<{
    word: string;
    kind:
      | "buy"
      | "sell"
      | "reinvestment"
      | "dividend"
      | "interest"
      | "fee"
      | "tax"
      | "deposit"
      | "withdrawal"
      | "transfer_in"
      | "transfer_out"
      | "split"
      | "other"
      | "none";
  }> | undefined;
  /**
   * Whether rows are the same as rows of earlier files, where the files do not tell; without this
   * a file with such rows is refused.
   */
  possible_matches?: "same" | "other" | undefined;
  /**
   * How the rows of a CSV file are read; by default as the account's files before, or as its names
   * of columns say.
   */
  csv?: {
    delimiter: "," | ";" | "\t" | "|";
    /** The rows before the first transaction. */
    skipped_rows: number;
    date_order: "YMD" | "DMY" | "MDY";
    decimal_mark: "." | ",";
    /** Whether money that leaves the account has no minus. */
    is_negated?: boolean | undefined;
    /**
     * Whether amounts have no sign, and the balances of their lines tell it; `is_negated` is then
     * of a first row that they leave open.
     */
    is_signed_by_balance?: boolean | undefined;
    /** The columns of money out and in whose amounts have a minus by habit. */
    negative_columns?: ReadonlyArray<"debit" | "credit"> | undefined;
    /** The words of the direction's column for money out, in lower case. */
    out_words?: readonly string[] | undefined;
    /** Whether rows in several currencies are of one account. */
    is_one_account?: boolean | undefined;
    /** The places of the columns, from 0. */
    columns: Record<string, number>;
  } | undefined;
};
export type ItemFilesAddResponse = {
  accounts: Account[];
  /** How many transactions the file has added. */
  added: number;
  left_out: {
    /** How many rows of the file are no transactions, or could not be read. */
    count: number;
    /** The lines of the first of them, with the reason. */
    reasons: string[];
  };
  request_id: string;
};
export type AccountsGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type AccountsGetResponse = {
  accounts: Account[];
  item: Item;
  request_id: string;
};
export type ItemGetRequest = {
  access_token: string;
};
export type ItemGetResponse = {
  item: Item;
  status: {
    transactions?: {
      last_failed_update: string | null;
      last_successful_update: string | null;
    };
    /**
     * The accounts whose user has to sign in at the bank, on the site of a SimpleFIN server,
     * before there is new data of them; not there if there are none. The Item's other accounts are
     * read.
     */
    waiting_accounts?: Array<{
      account_id: string;
      institution_name: string | null;
    }>;
    last_webhook: {
      sent_at: string;
      code_sent: string;
    } | null;
  };
  request_id: string;
};
export type ConsentEventsGetRequest = {
  access_token: string;
};
export type ConsentEventsGetResponse = {
  consent_events: ConsentEvent[];
  request_id: string;
};
export type ConsentReconfirmRequest = {
  access_token: string;
};
export type ConsentReconfirmResponse = {
  item: Item;
  request_id: string;
};
export type ItemActivityListRequest = {
  access_token: string;
  cursor?: string | undefined;
  count?: number | undefined;
};
export type ItemActivityListResponse = {
  activities: ItemActivity[];
  last_data_access_times: LastDataAccess[];
  /** The `cursor` of the next page; left out on the last one. */
  cursor?: string;
  request_id: string;
};
export type ItemWebhookUpdateRequest = {
  access_token: string;
  webhook?: string | null | undefined;
};
export type ItemWebhookUpdateResponse = {
  item: Item;
  request_id: string;
};
export type ItemAccessTokenInvalidateRequest = {
  access_token: string;
};
export type ItemAccessTokenInvalidateResponse = {
  new_access_token: string;
  request_id: string;
};
export type ItemRemoveRequest = {
  access_token: string;
  reason_code?: string | null | undefined;
  reason_note?: string | null | undefined;
};
export type ItemRemoveResponse = {
  request_id: string;
};
export type ItemProductsTerminateRequest = {
  access_token: string;
  /** The reason. It changes nothing about the end. */
  reason_code:
    | "FRAUD_FIRST_PARTY"
    | "FRAUD_FALSE_IDENTITY"
    | "FRAUD_ABUSE"
    | "FRAUD_OTHER"
    | "FRAUD_TRANSACTION"
    | "CONSUMER_LOAN_PAID_OFF"
    | "CONSUMER_ACCOUNT_CLOSED"
    | "CONSUMER_CHARGE_OFF"
    | "CONSUMER_PAYMENT_METHOD_SWITCHED"
    | "USER_OFFBOARDING"
    | "DUPLICATE_ITEM"
    | "BILLING_TERMINATION"
    | "OTHER";
  /** More about the reason, without personal data. */
  reason_note?: string | null | undefined;
};
export type ItemProductsTerminateResponse = {
  request_id: string;
};
export type AuthGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type AuthGetResponse = {
  accounts: Account[];
  numbers: Numbers;
  item: Item;
  request_id: string;
};
export type TransactionsEnrichRequest = {
  /** The type of the account that they are on; it changes nothing in the response. */
  account_type: "depository" | "credit";
  transactions: readonly TransactionToEnrich[];
};
export type TransactionsEnrichResponse = {
  enriched_transactions: EnrichedTransaction[];
  request_id: string;
};
export type TransactionsGetRequest = {
  access_token: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  options?: {
    account_ids?: readonly string[] | undefined;
    count?: number | undefined;
    /** How many to pass over. */
    offset?: number | undefined;
    /** Whether to add the institution's own words. */
    include_original_description?: boolean | null | undefined;
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
    /**
     * How many days of transactions are read of an Item that was linked without them, at the first
     * call for them; all of 24 months by default. Later it changes nothing: the days of an Item
     * stay.
     */
    days_requested?: number | undefined;
  } | undefined;
};
export type TransactionsGetResponse = {
  accounts: Account[];
  transactions: Transaction[] | null;
  /** The number in the whole period. */
  total_transactions: number;
  item: Item;
  request_id: string;
};
export type TransactionsSyncRequest = {
  access_token: string;
  /** The `next_cursor` of the last response; empty to read everything. */
  cursor?: string | null | undefined;
  count?: number | undefined;
  options?: {
    /** The account whose changes are wanted; keep a cursor for each one. */
    account_id?: string | undefined;
    /** Whether to add the institution's own words. */
    include_original_description?: boolean | null | undefined;
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
    /**
     * How many days of transactions are read of an Item that was linked without them, at the first
     * call for them; all of 24 months by default. Later it changes nothing: the days of an Item
     * stay.
     */
    days_requested?: number | undefined;
  } | null | undefined;
};
export type TransactionsSyncResponse = {
  accounts: Account[];
  transactions_update_status: "NOT_READY" | "INITIAL_UPDATE_COMPLETE" | "HISTORICAL_UPDATE_COMPLETE";
  added: Transaction[];
  modified: Transaction[];
  removed: RemovedTransaction[];
  next_cursor: string;
  has_more: boolean;
  request_id: string;
};
export type TransactionsRefreshRequest = {
  access_token: string;
  options?: {
    /**
     * The user who asks now, and waits for the answer; left out if none does. Banks of Europe
     * allow a few requests a day without their customer, and any number with them. It is sent to
     * the bank, and not stored.
     */
    psu?: {
      ip_address: string;
      user_agent: string;
    } | undefined;
  } | undefined;
};
export type TransactionsRefreshResponse = {
  request_id: string;
};
export type TransactionsRecurringGetRequest = {
  access_token: string;
  account_ids?: readonly string[] | undefined;
  options?: {
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
  } | undefined;
};
export type TransactionsRecurringGetResponse = {
  inflow_streams: TransactionStream[];
  outflow_streams: TransactionStream[];
  /** When the transactions were pulled last. */
  updated_datetime: string;
  request_id: string;
};
export type TransactionsExportRequest = {
  access_token: string;
  /** OFX 2, QIF, MT940, camt.053, CSV, or a journal of ledger, hledger or beancount. */
  format: "ofx" | "qif" | "mt940" | "camt" | "csv" | "ledger" | "hledger" | "beancount";
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type TransactionsExportResponse = Uint8Array;
export type InvestmentsHoldingsGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type InvestmentsHoldingsGetResponse = {
  accounts: InvestmentAccount[];
  holdings: Holding[];
  /** Those that the holdings name. */
  securities: Security[];
  /** Whether the investments were put together of something else than the institution's. Never. */
  is_investments_fallback_item: boolean;
  item: Item;
  request_id: string;
};
export type InvestmentsTransactionsGetRequest = {
  access_token: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  options?: {
    account_ids?: readonly string[] | undefined;
    count?: number | undefined;
    /** How many to pass over. */
    offset?: number | undefined;
    /**
     * Whether the first read of an Item that was linked without investments is left to a job:
     * PRODUCT_NOT_READY until INVESTMENTS_TRANSACTIONS: HISTORICAL_UPDATE is sent.
     */
    async_update?: boolean | undefined;
  } | undefined;
};
export type InvestmentsTransactionsGetResponse = {
  accounts: InvestmentAccount[];
  investment_transactions: InvestmentTransaction[];
  /** Those that the transactions name. */
  securities: Security[];
  /** The number in the whole period. */
  total_investment_transactions: number;
  /** Whether the investments were put together of something else than the institution's. Never. */
  is_investments_fallback_item: boolean;
  item: Item;
  request_id: string;
};
export type InvestmentsRefreshRequest = {
  access_token: string;
};
export type InvestmentsRefreshResponse = {
  request_id: string;
};
export type IdentityGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
    /**
     * The user who asks now, and waits for the answer; left out if none does. Banks of Europe
     * allow a few requests a day without their customer, and any number with them. It is sent to
     * the bank, and not stored.
     */
    psu?: {
      ip_address: string;
      user_agent: string;
    } | undefined;
  } | undefined;
};
export type IdentityGetResponse = {
  accounts: OwnedAccount[];
  item: Item;
  request_id: string;
};
export type IdentityMatchRequest = {
  access_token: string;
  user: IdentityToMatch;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type IdentityMatchResponse = {
  accounts: IdentityMatchAccount[];
  item: Item;
  request_id: string;
};
export type IdentityRefreshRequest = {
  access_token: string;
};
export type IdentityRefreshResponse = {
  request_id: string;
};
export type LiabilitiesGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
  } | undefined;
};
export type LiabilitiesGetResponse = {
  accounts: Account[];
  item: Item;
  liabilities: Liabilities;
  request_id: string;
};
export type StatementsListRequest = {
  access_token: string;
};
export type StatementsListResponse = {
  accounts: StatementsAccount[];
  institution_id: string;
  institution_name: string;
  item_id: string;
  request_id: string;
};
export type StatementsDownloadRequest = {
  access_token: string;
  statement_id: string;
};
export type StatementsDownloadResponse = Uint8Array;
export type StatementsRefreshRequest = {
  access_token: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
};
export type StatementsRefreshResponse = {
  request_id: string;
};
export type IncomeGetRequest = {
  access_token: string;
};
export type IncomeGetResponse = {
  income: Income;
  item: Item;
  request_id: string;
};
export type AccountsBalanceGetRequest = {
  access_token: string;
  options?: {
    account_ids?: readonly string[] | undefined;
    /**
     * The oldest acceptable balances. If the institution has none of this age, the call returns
     * LAST_UPDATED_DATETIME_OUT_OF_RANGE, which names the age that it has; while the institution
     * allows no more calls, it is INSTITUTION_RATE_LIMIT.
     */
    min_last_updated_datetime?: string | null | undefined;
    /**
     * The user who asks now, and waits for the answer; left out if none does. Banks of Europe
     * allow a few requests a day without their customer, and any number with them. It is sent to
     * the bank, and not stored.
     */
    psu?: {
      ip_address: string;
      user_agent: string;
    } | undefined;
  } | undefined;
};
export type AccountsBalanceGetResponse = {
  accounts: AccountAtMoment[];
  item: Item;
  request_id: string;
};
export type AssetReportCreateRequest = {
  access_tokens: readonly string[];
  /** How many days of history; 0 for today's data alone. */
  days_requested: number;
  options?: {
    /** Your own name for the report. */
    client_report_id?: string | null | undefined;
    /** The address to notify that the report is ready, or that it failed. */
    webhook?: string | null | undefined;
    user?: AssetReportUser | undefined;
    /**
     * Whether the report fails if one of the Items cannot be read; by default that Item is left
     * out, with a warning.
     */
    require_all_items?: boolean | null | undefined;
    /**
     * Whether PRODUCT_READY is sent with the `report_type` FAST first, and then with FULL;
     * /asset_report/get gives the report without its transactions by `fast_report`.
     */
    include_fast_report?: boolean | null | undefined;
    /**
     * With neither this list nor `add_ons`, the report has accounts of all types; a list without
     * `investments` leaves out those of type `investment`.
     */
    products?: ReadonlyArray<"assets" | "investments"> | undefined;
    /**
     * `investments` keeps accounts of that type in a report whose `products` leave them out;
     * `fast_assets` is the same as `include_fast_report`.
     */
    add_ons?: ReadonlyArray<"investments" | "fast_assets"> | undefined;
  } | undefined;
};
export type AssetReportCreateResponse = {
  asset_report_token: string;
  asset_report_id: string;
  request_id: string;
};
export type AssetReportGetRequest = {
  asset_report_token: string;
  include_insights?: boolean | undefined;
  /** Whether balances and owners are enough: then there are no transactions. */
  fast_report?: boolean | undefined;
  options?: {
    /** How many days of history to show; all that the report has, if it is left out. */
    days_to_include?: number | undefined;
  } | undefined;
};
export type AssetReportGetResponse = {
  report: AssetReport;
  warnings: AssetReportWarning[];
  request_id: string;
};
export type AssetReportPdfGetRequest = {
  asset_report_token: string;
  options?: {
    /** How many days of history to show; all that the report has, if it is left out. */
    days_to_include?: number | undefined;
  } | undefined;
};
export type AssetReportPdfGetResponse = Uint8Array;
export type AssetReportRefreshRequest = {
  asset_report_token: string;
  days_requested?: number | null | undefined;
  options?: {
    /** An empty text for none; as in the report before, if it is left out. */
    client_report_id?: string | null | undefined;
    /** An empty text for none; as in the report before, if it is left out. */
    webhook?: string | "" | null | undefined;
    /** Replaces the one before, if given. */
    user?: AssetReportUser | undefined;
  } | undefined;
};
export type AssetReportRefreshResponse = {
  asset_report_token: string;
  asset_report_id: string;
  request_id: string;
};
export type AssetReportFilterRequest = {
  asset_report_token: string;
  account_ids_to_exclude: readonly string[];
};
export type AssetReportFilterResponse = {
  asset_report_token: string;
  asset_report_id: string;
  request_id: string;
};
export type AssetReportRemoveRequest = {
  asset_report_token: string;
};
export type AssetReportRemoveResponse = {
  removed: boolean;
  request_id: string;
};
export type AssetReportAuditCopyCreateRequest = {
  asset_report_token: string;
  auditor_id?: string | null | undefined;
};
export type AssetReportAuditCopyCreateResponse = {
  audit_copy_token: string;
  request_id: string;
};
export type AssetReportAuditCopyGetRequest = {
  audit_copy_token: string;
};
export type AssetReportAuditCopyGetResponse = {
  report: AssetReport;
  warnings: AssetReportWarning[];
  request_id: string;
};
export type AssetReportAuditCopyRemoveRequest = {
  audit_copy_token: string;
};
export type AssetReportAuditCopyRemoveResponse = {
  removed: boolean;
  request_id: string;
};
export type CategoriesGetRequest = Record<string, never>;
export type CategoriesGetResponse = {
  categories: Category[];
  request_id: string;
};
export type InstitutionsGetRequest = {
  count: number;
  offset: number;
  country_codes: ReadonlyArray<
    | "US"
    | "CA"
    | "GB"
    | "IE"
    | "FR"
    | "DE"
    | "ES"
    | "IT"
    | "NL"
    | "BE"
    | "PT"
    | "AT"
    | "FI"
    | "SE"
    | "DK"
    | "PL"
    | "NO"
    | "EE"
    | "LT"
    | "LV"
  >;
  options?: {
    include_status?: boolean | undefined;
    include_optional_metadata?: boolean | undefined;
    /** Whether to add `auth_metadata`: the ways in which account numbers are had. */
    include_auth_metadata?: boolean | undefined;
    products?: ReadonlyArray< | "transactions" | "auth" | "identity" | "income" | "assets" | "liabilities" | "investments" | "statements" | "balance"
    > | null | undefined;
    routing_numbers?: readonly string[] | null | undefined;
    oauth?: boolean | null | undefined;
  } | undefined;
};
export type InstitutionsGetResponse = {
  institutions: Array<{
    institution_id: string;
    name: string;
    products: Array<
      | "transactions"
      | "auth"
      | "identity"
      | "income"
      | "assets"
      | "liabilities"
      | "investments"
      | "statements"
      | "balance"
    >;
    country_codes: Array<
      | "US"
      | "CA"
      | "GB"
      | "IE"
      | "FR"
      | "DE"
      | "ES"
      | "IT"
      | "NL"
      | "BE"
      | "PT"
      | "AT"
      | "FI"
      | "SE"
      | "DK"
      | "PL"
      | "NO"
      | "EE"
      | "LT"
      | "LV"
    >;
    routing_numbers: string[];
    oauth: boolean;
    url?: string | null;
    primary_color?: string | null;
    /** A PNG in base64. */
    logo?: string | null;
    status?: {
      item_logins: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      transactions_updates?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      auth?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      identity?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
    };
    auth_metadata?: {
      supported_methods: {
        instant_auth: boolean;
        instant_match: boolean;
        automated_micro_deposits: boolean;
        instant_micro_deposits: boolean;
      } | null;
    } | null;
  }>;
  total: number;
  request_id: string;
};
export type InstitutionsGetByIdRequest = {
  institution_id: string;
  country_codes: ReadonlyArray<
    | "US"
    | "CA"
    | "GB"
    | "IE"
    | "FR"
    | "DE"
    | "ES"
    | "IT"
    | "NL"
    | "BE"
    | "PT"
    | "AT"
    | "FI"
    | "SE"
    | "DK"
    | "PL"
    | "NO"
    | "EE"
    | "LT"
    | "LV"
  >;
  options?: {
    include_status?: boolean | undefined;
    include_optional_metadata?: boolean | undefined;
    /** Whether to add `auth_metadata`: the ways in which account numbers are had. */
    include_auth_metadata?: boolean | undefined;
  } | undefined;
};
export type InstitutionsGetByIdResponse = {
  institution: {
    institution_id: string;
    name: string;
    products: Array<
      | "transactions"
      | "auth"
      | "identity"
      | "income"
      | "assets"
      | "liabilities"
      | "investments"
      | "statements"
      | "balance"
    >;
    country_codes: Array<
      | "US"
      | "CA"
      | "GB"
      | "IE"
      | "FR"
      | "DE"
      | "ES"
      | "IT"
      | "NL"
      | "BE"
      | "PT"
      | "AT"
      | "FI"
      | "SE"
      | "DK"
      | "PL"
      | "NO"
      | "EE"
      | "LT"
      | "LV"
    >;
    routing_numbers: string[];
    oauth: boolean;
    url?: string | null;
    primary_color?: string | null;
    /** A PNG in base64. */
    logo?: string | null;
    status?: {
      item_logins: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      transactions_updates?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      auth?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      identity?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
    };
    auth_metadata?: {
      supported_methods: {
        instant_auth: boolean;
        instant_match: boolean;
        automated_micro_deposits: boolean;
        instant_micro_deposits: boolean;
      } | null;
    } | null;
  };
  request_id: string;
};
export type InstitutionsSearchRequest = {
  query: string;
  country_codes: ReadonlyArray<
    | "US"
    | "CA"
    | "GB"
    | "IE"
    | "FR"
    | "DE"
    | "ES"
    | "IT"
    | "NL"
    | "BE"
    | "PT"
    | "AT"
    | "FI"
    | "SE"
    | "DK"
    | "PL"
    | "NO"
    | "EE"
    | "LT"
    | "LV"
  >;
  products?: ReadonlyArray< | "transactions" | "auth" | "identity" | "income" | "assets" | "liabilities" | "investments" | "statements" | "balance"
  > | null | undefined;
  options?: {
    include_status?: boolean | undefined;
    include_optional_metadata?: boolean | undefined;
    /** Whether to add `auth_metadata`: the ways in which account numbers are had. */
    include_auth_metadata?: boolean | undefined;
    oauth?: boolean | null | undefined;
  } | undefined;
};
export type InstitutionsSearchResponse = {
  institutions: Array<{
    institution_id: string;
    name: string;
    products: Array<
      | "transactions"
      | "auth"
      | "identity"
      | "income"
      | "assets"
      | "liabilities"
      | "investments"
      | "statements"
      | "balance"
    >;
    country_codes: Array<
      | "US"
      | "CA"
      | "GB"
      | "IE"
      | "FR"
      | "DE"
      | "ES"
      | "IT"
      | "NL"
      | "BE"
      | "PT"
      | "AT"
      | "FI"
      | "SE"
      | "DK"
      | "PL"
      | "NO"
      | "EE"
      | "LT"
      | "LV"
    >;
    routing_numbers: string[];
    oauth: boolean;
    url?: string | null;
    primary_color?: string | null;
    /** A PNG in base64. */
    logo?: string | null;
    status?: {
      item_logins: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      transactions_updates?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      auth?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
      identity?: {
        status: "HEALTHY" | "DEGRADED" | "DOWN";
        last_status_change: string;
        breakdown: {
          success: number;
          error_service: number;
          error_institution: number;
        };
      };
    };
    auth_metadata?: {
      supported_methods: {
        instant_auth: boolean;
        instant_match: boolean;
        automated_micro_deposits: boolean;
        instant_micro_deposits: boolean;
      } | null;
    } | null;
  }>;
  request_id: string;
};
export type UserCreateRequest = {
  client_user_id: string;
  /** true for the new schema; clients from 2025-12-10 on have it without this. */
  with_upgraded_user?: boolean | undefined;
  /** The identity of the user; it replaces the one before. */
  identity?: UserIdentity | undefined;
  /** The same in the legacy schema, for users of the legacy API. */
  consumer_report_user_identity?: LegacyUserIdentity | undefined;
};
export type UserCreateResponse = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id: string;
  /** In the legacy schema only. */
  user_token?: string;
  request_id: string;
};
export type UserGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id: string;
};
export type UserGetResponse = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id: string;
  client_user_id: string;
  created_at: string;
  identity: UserIdentity | null;
  request_id: string;
};
export type UserItemsGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type UserItemsGetResponse = {
  items: Item[];
  request_id: string;
};
export type UserItemsRemoveRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  item_ids: readonly string[];
};
export type UserItemsRemoveResponse = {
  request_id: string;
};
export type UserUpdateRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** The parts of the identity that change; all of it if the user has none yet. */
  identity?: UserIdentityPart | undefined;
  /** The same in the legacy schema, for users of the legacy API. */
  consumer_report_user_identity?: LegacyUserIdentity | undefined;
};
export type UserUpdateResponse = {
  request_id: string;
};
export type UserRemoveRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type UserRemoveResponse = {
  request_id: string;
};
export type UserProductsTerminateRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id: string;
  /** The reason. It changes nothing about the end. */
  reason_code:
    | "FRAUD_FIRST_PARTY"
    | "FRAUD_FALSE_IDENTITY"
    | "FRAUD_ABUSE"
    | "FRAUD_OTHER"
    | "FRAUD_TRANSACTION"
    | "CONSUMER_LOAN_PAID_OFF"
    | "CONSUMER_ACCOUNT_CLOSED"
    | "CONSUMER_CHARGE_OFF"
    | "CONSUMER_PAYMENT_METHOD_SWITCHED"
    | "USER_OFFBOARDING"
    | "DUPLICATE_ITEM"
    | "BILLING_TERMINATION"
    | "OTHER";
  /** More about the reason, without personal data. */
  reason_note?: string | null | undefined;
};
export type UserProductsTerminateResponse = {
  request_id: string;
};
export type CraCheckReportCreateRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  webhook: string;
  /** The lawful purpose of the report. */
  consumer_report_permissible_purpose:
    | "ACCOUNT_REVIEW_CREDIT"
    | "ACCOUNT_REVIEW_NON_CREDIT"
    | "EXTENSION_OF_CREDIT"
    | "LEGITIMATE_BUSINESS_NEED_TENANT_SCREENING"
    | "LEGITIMATE_BUSINESS_NEED_OTHER"
    | "WRITTEN_INSTRUCTION_PREQUALIFICATION"
    | "WRITTEN_INSTRUCTION_OTHER";
  /** How many days of history it has. */
  days_requested: number;
  /** With fewer days of transactions the report fails. */
  days_required?: number | undefined;
  /** Your own name for the report. */
  client_report_id?: string | null | undefined;
  /** Products in addition to the base report, which is always included. */
  products?: ReadonlyArray<
    | "cra_base_report"
    | "cra_income_insights"
    | "cra_network_insights"
    | "cra_cashflow_insights"
  > | undefined;
  base_report?: {
    /** Another place for client_report_id. */
    client_report_id?: string | null | undefined;
    /** Whether the report fails if an institution does not name the owners. */
    require_identity?: boolean | null | undefined;
    /** Changes nothing: verifications for mortgages are not made. */
    gse_options?: {
      report_types: ReadonlyArray<"VOA" | "EMPLOYMENT_REFRESH">;
    } | null | undefined;
    /** Changes nothing: verifications for mortgages are not made. */
    home_lending_report_options?: {
      reports_requested: ReadonlyArray<"VOA" | "EMPLOYMENT_REFRESH" | "INCOME">;
      employment_refresh_options?: {
        days_requested: number;
      } | null | undefined;
    } | null | undefined;
  } | null | undefined;
  /** Changes nothing: the attributes have one version. */
  cashflow_insights?: {
    attributes_version?: string | null | undefined;
  } | null | undefined;
  /** Changes nothing: there is one version, which returns the income of all categories. */
  income_insights?: {
    income_insights_version?: string | null | undefined;
    income_insights_filter?: {
      included_categories: readonly string[];
      excluded_categories?: readonly string[] | undefined;
    } | null | undefined;
  } | null | undefined;
  /** Changes nothing: there is one version. */
  network_insights?: {
    network_insights_version?: string | null | undefined;
  } | null | undefined;
  /** Changes nothing: there is no lend score. */
  lend_score?: {
    lend_score_version?: string | null | undefined;
  } | null | undefined;
  /** Changes nothing: there are no insights of partners. */
  partner_insights?: {
    prism_versions?: {
      firstdetect?: string | null | undefined;
      detect?: string | null | undefined;
      cashscore?: string | null | undefined;
      extend?: string | null | undefined;
      insights?: string | null | undefined;
    } | null | undefined;
  } | null | undefined;
  /** Changes nothing: the report has accounts of all types. */
  include_investments?: boolean | null | undefined;
};
export type CraCheckReportCreateResponse = {
  request_id: string;
};
export type CraCheckReportBaseReportGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type CraCheckReportBaseReportGetResponse = {
  report: BaseReport;
  warnings: CheckReportWarning[];
  request_id: string;
};
export type CraCheckReportIncomeInsightsGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type CraCheckReportIncomeInsightsGetResponse = {
  report: IncomeInsights;
  warnings: CheckReportWarning[];
  request_id: string;
};
export type CraCheckReportNetworkInsightsGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type CraCheckReportNetworkInsightsGetResponse = {
  report: NetworkInsights;
  warnings: CheckReportWarning[];
  request_id: string;
};
export type CraCheckReportCashflowInsightsGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** Changes nothing: the attributes have one version. */
  options?: {
    attributes_version?: string | null | undefined;
  } | null | undefined;
};
export type CraCheckReportCashflowInsightsGetResponse = {
  report: CashFlowInsights;
  warnings: CheckReportWarning[];
  request_id: string;
};
export type CraCheckReportPdfGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** Changes nothing: the PDF has all products that the report was created with. */
  add_ons?: ReadonlyArray<"cra_income_insights" | "cra_partner_insights"> | undefined;
};
export type CraCheckReportPdfGetResponse = Uint8Array;
export type CraMonitoringInsightsGetRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** The lawful purpose. */
  consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT" | "WRITTEN_INSTRUCTION_OTHER";
};
export type CraMonitoringInsightsGetResponse = {
  /** Another one in each response. */
  user_insights_id: string;
  items: MonitoringInsightsItem[];
  request_id: string;
};
export type CraMonitoringInsightsSubscribeRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** By default the user's first Item with transactions. */
  item_id?: string | undefined;
  webhook: string;
  /** The categories that the insights have; all of them by default, and if the list is empty. */
  income_categories?: ReadonlyArray< | "SALARY" | "GIG_ECONOMY" | "UNEMPLOYMENT" | "BENEFIT_OTHER" | "RETIREMENT" | "BANK_INTEREST" | "RENTAL" | "OTHER" | "CASH" | "CHILD_SUPPORT" | "MILITARY" | "LONG_TERM_DISABILITY" | "CASH_DEPOSIT" | "TRANSFER_FROM_APPLICATION" | "TAX_REFUND"
  > | null | undefined;
};
export type CraMonitoringInsightsSubscribeResponse = {
  subscription_id: string;
  request_id: string;
};
export type CraMonitoringInsightsUnsubscribeRequest = {
  subscription_id: string;
};
export type CraMonitoringInsightsUnsubscribeResponse = {
  request_id: string;
};
export type ItemsTransactionsNotifyRequest = {
  notifications: readonly TransactionsNotification[];
};
export type ItemsTransactionsNotifyResponse = {
  request_id: string;
};
export type ItemsAccountsNotifyRequest = {
  notifications: readonly AccountsNotification[];
};
export type ItemsAccountsNotifyResponse = {
  request_id: string;
};
export type ProcessorTokenCreateRequest = {
  access_token: string;
  account_id: string;
  processor: string;
};
export type ProcessorTokenCreateResponse = {
  processor_token: string;
  request_id: string;
};
export type ProcessorTokenPermissionsSetRequest = {
  processor_token: string;
  /** The products that the processor may read; an empty list is all of them. */
  products: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
  >;
};
export type ProcessorTokenPermissionsSetResponse = {
  request_id: string;
};
export type ProcessorTokenPermissionsGetRequest = {
  processor_token: string;
};
export type ProcessorTokenPermissionsGetResponse = {
  /** The products that the processor may read; an empty list is all of them. */
  products: Array<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
    | "balance"
  >;
  request_id: string;
};
export type ProcessorTokenWebhookUpdateRequest = {
  processor_token: string;
  webhook?: string | null | undefined;
};
export type ProcessorTokenWebhookUpdateResponse = {
  request_id: string;
};
export type ProcessorAccountGetRequest = {
  processor_token: string;
};
export type ProcessorAccountGetResponse = {
  account: Account;
  institution_id: string;
  request_id: string;
};
export type ProcessorAccountsGetRequest = {
  processor_token: string;
};
export type ProcessorAccountsGetResponse = {
  account: Account;
  institution_id: string;
  request_id: string;
};
export type ProcessorAuthGetRequest = {
  processor_token: string;
};
export type ProcessorAuthGetResponse = {
  account: Account;
  numbers: Numbers;
  request_id: string;
};
export type ProcessorBalanceGetRequest = {
  processor_token: string;
  options?: {
    /**
     * The oldest acceptable balances. If the institution has none of this age, the call returns
     * LAST_UPDATED_DATETIME_OUT_OF_RANGE, which names the age that it has; while the institution
     * allows no more calls, it is INSTITUTION_RATE_LIMIT.
     */
    min_last_updated_datetime?: string | null | undefined;
  } | undefined;
};
export type ProcessorBalanceGetResponse = {
  account: AccountAtMoment;
  request_id: string;
};
export type ProcessorIdentityGetRequest = {
  processor_token: string;
};
export type ProcessorIdentityGetResponse = {
  account: OwnedAccount;
  request_id: string;
};
export type ProcessorLiabilitiesGetRequest = {
  processor_token: string;
};
export type ProcessorLiabilitiesGetResponse = {
  account: Account;
  liabilities: Liabilities;
  request_id: string;
};
export type ProcessorIdentityMatchRequest = {
  processor_token: string;
  user: IdentityToMatch;
};
export type ProcessorIdentityMatchResponse = {
  account: IdentityMatchAccount;
  request_id: string;
};
export type ProcessorTransactionsGetRequest = {
  processor_token: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  options?: {
    count?: number | undefined;
    /** How many to pass over. */
    offset?: number | undefined;
    /** Whether to add the institution's own words. */
    include_original_description?: boolean | null | undefined;
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
    /**
     * How many days of transactions are read of an Item that was linked without them, at the first
     * call for them; all of 24 months by default. Later it changes nothing: the days of an Item
     * stay.
     */
    days_requested?: number | undefined;
  } | undefined;
};
export type ProcessorTransactionsGetResponse = {
  account: Account;
  transactions: Transaction[] | null;
  /** The number in the whole period. */
  total_transactions: number;
  request_id: string;
};
export type ProcessorInvestmentsHoldingsGetRequest = {
  processor_token: string;
};
export type ProcessorInvestmentsHoldingsGetResponse = {
  account: InvestmentAccount;
  holdings: Holding[];
  /** Those that the holdings name. */
  securities: Security[];
  /** Whether the investments were put together of something else than the institution's. Never. */
  is_investments_fallback_item: boolean;
  request_id: string;
};
export type ProcessorInvestmentsTransactionsGetRequest = {
  processor_token: string;
  /** A day, YYYY-MM-DD. */
  start_date: string;
  /** A day, YYYY-MM-DD. */
  end_date: string;
  options?: {
    count?: number | undefined;
    /** How many to pass over. */
    offset?: number | undefined;
    /**
     * Whether the first read of an Item that was linked without investments is left to a job:
     * PRODUCT_NOT_READY until INVESTMENTS_TRANSACTIONS: HISTORICAL_UPDATE is sent.
     */
    async_update?: boolean | undefined;
  } | undefined;
};
export type ProcessorInvestmentsTransactionsGetResponse = {
  account: InvestmentAccount;
  investment_transactions: InvestmentTransaction[];
  /** Those that the transactions name. */
  securities: Security[];
  /** The number in the whole period. */
  total_investment_transactions: number;
  /** Whether the investments were put together of something else than the institution's. Never. */
  is_investments_fallback_item: boolean;
  request_id: string;
};
export type ProcessorTransactionsSyncRequest = {
  processor_token: string;
  /** The `next_cursor` of the last response; empty to read everything. */
  cursor?: string | null | undefined;
  count?: number | undefined;
  options?: {
    /** Whether to add the institution's own words. */
    include_original_description?: boolean | null | undefined;
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
    /**
     * How many days of transactions are read of an Item that was linked without them, at the first
     * call for them; all of 24 months by default. Later it changes nothing: the days of an Item
     * stay.
     */
    days_requested?: number | undefined;
  } | null | undefined;
};
export type ProcessorTransactionsSyncResponse = {
  account: Account;
  transactions_update_status: "NOT_READY" | "INITIAL_UPDATE_COMPLETE" | "HISTORICAL_UPDATE_COMPLETE";
  added: Transaction[];
  modified: Transaction[];
  removed: RemovedTransaction[];
  next_cursor: string;
  has_more: boolean;
  request_id: string;
};
export type ProcessorTransactionsRefreshRequest = {
  processor_token: string;
};
export type ProcessorTransactionsRefreshResponse = {
  request_id: string;
};
export type ProcessorTransactionsRecurringGetRequest = {
  processor_token: string;
  options?: {
    /** Changes nothing: every transaction has its personal_finance_category. */
    include_personal_finance_category?: boolean | null | undefined;
    /**
     * v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers
     * apart, and has OTHER_OTHER if only the direction of the money is known.
     */
    personal_finance_category_version?: "v1" | "v2" | null | undefined;
  } | undefined;
};
export type ProcessorTransactionsRecurringGetResponse = {
  inflow_streams: TransactionStream[];
  outflow_streams: TransactionStream[];
  /** When the transactions were pulled last. */
  updated_datetime: string;
  request_id: string;
};
export type WebhookVerificationKeyGetRequest = {
  key_id: string;
};
export type WebhookVerificationKeyGetResponse = {
  key: {
    alg: "ES256";
    crv: "P-256";
    kid: string;
    kty: "EC";
    use: "sig";
    x: string;
    y: string;
    created_at: number;
    expired_at: number | null;
  };
  request_id: string;
};
export type SandboxPublicTokenCreateRequest = {
  institution_id: string;
  initial_products: ReadonlyArray<
    | "transactions"
    | "auth"
    | "identity"
    | "income"
    | "assets"
    | "liabilities"
    | "investments"
    | "statements"
  >;
  /** The user that the Item is linked under; by default none. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  options?: {
    override_username?: string | undefined;
    override_password?: string | undefined;
    webhook?: string | undefined;
    /** Which days the Item has transactions of; else the last 24 months. */
    transactions?: {
      /** A day, YYYY-MM-DD. */
      start_date?: string | undefined;
      /** A day, YYYY-MM-DD. */
      end_date?: string | undefined;
    } | undefined;
    /** Which days the Item has statements of; else the last 24 months. */
    statements?: {
      /** A day, YYYY-MM-DD. */
      start_date: string;
      /** A day, YYYY-MM-DD. */
      end_date: string;
    } | undefined;
  } | undefined;
};
export type SandboxPublicTokenCreateResponse = {
  public_token: string;
  request_id: string;
};
export type SandboxProcessorTokenCreateRequest = {
  institution_id: string;
  options?: {
    override_username?: string | undefined;
    override_password?: string | undefined;
  } | undefined;
};
export type SandboxProcessorTokenCreateResponse = {
  processor_token: string;
  request_id: string;
};
export type SandboxTransactionsCreateRequest = {
  access_token: string;
  transactions: readonly NewSandboxTransaction[];
};
export type SandboxTransactionsCreateResponse = {
  request_id: string;
};
export type SandboxItemResetLoginRequest = {
  access_token: string;
};
export type SandboxItemResetLoginResponse = {
  reset_login: boolean;
  request_id: string;
};
export type SandboxUserResetLoginRequest = {
  /** Only these Items of a user; required without a user. */
  item_ids?: readonly string[] | undefined;
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
};
export type SandboxUserResetLoginResponse = {
  request_id: string;
};
export type SandboxItemFireWebhookRequest = {
  access_token: string;
  webhook_code:
    | "ERROR"
    | "LOGIN_REPAIRED"
    | "NEW_ACCOUNTS_AVAILABLE"
    | "PENDING_EXPIRATION"
    | "PENDING_DISCONNECT"
    | "USER_PERMISSION_REVOKED"
    | "USER_ACCOUNT_REVOKED"
    | "WEBHOOK_UPDATE_ACKNOWLEDGED"
    | "INITIAL_UPDATE"
    | "HISTORICAL_UPDATE"
    | "DEFAULT_UPDATE"
    | "TRANSACTIONS_REMOVED"
    | "SYNC_UPDATES_AVAILABLE"
    | "RECURRING_TRANSACTIONS_UPDATE"
    | "AUTOMATICALLY_VERIFIED"
    | "VERIFICATION_EXPIRED"
    | "STATEMENTS_REFRESH_COMPLETE"
    | "PRODUCT_READY";
  webhook_type?:
    | "ITEM"
    | "TRANSACTIONS"
    | "AUTH"
    | "IDENTITY"
    | "LIABILITIES"
    | "STATEMENTS"
    | "INCOME"
    | "HOLDINGS"
    | "INVESTMENTS_TRANSACTIONS"
    | "ASSETS" | undefined;
  /** With USER_ACCOUNT_REVOKED, the account that is shared no longer. */
  account_id?: string | undefined;
};
export type SandboxItemFireWebhookResponse = {
  webhook_fired: boolean;
  request_id: string;
};
export type SandboxItemCloseAccountRequest = {
  access_token: string;
  account_id: string;
};
export type SandboxItemCloseAccountResponse = {
  account_closed: boolean;
  request_id: string;
};
export type SandboxItemSetVerificationStatusRequest = {
  access_token: string;
  account_id: string;
  verification_status:
    | "pending_automatic_verification"
    | "pending_manual_verification"
    | "automatically_verified"
    | "manually_verified"
    | "verification_expired"
    | "verification_failed";
};
export type SandboxItemSetVerificationStatusResponse = {
  request_id: string;
};
export type SandboxCraCashflowUpdatesUpdateRequest = {
  /** `usr_…`; of a user that the legacy API created, its `user_token`. */
  user_id?: string | undefined;
  /** Legacy, for users that the legacy API created; in place of `user_id`. */
  user_token?: string | undefined;
  /** The events on the account; all of them by default. */
  webhook_codes?: ReadonlyArray<
    | "LARGE_DEPOSIT_DETECTED"
    | "LOW_BALANCE_DETECTED"
    | "NEW_LOAN_PAYMENT_DETECTED"
    | "NSF_OVERDRAFT_DETECTED"
  > | undefined;
};
export type SandboxCraCashflowUpdatesUpdateResponse = {
  request_id: string;
};
