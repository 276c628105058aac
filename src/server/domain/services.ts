import type { Brand } from "../../protocol/brand/brand.ts";
import type { BrandSource } from "../../protocol/dashboard/dashboard.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import type { PrintableReport } from "./asset-reports/printable-report.ts";
import type { ReadGate } from "./asset-reports/read-gate.ts";
import type { SecretUses } from "./clients/client-secret.ts";
import type { FirstClientKeys } from "./clients/first-client-keys.ts";
import type { ProvenSecrets } from "./clients/proven-secrets.ts";
import type { Directory } from "./connectors/directory.ts";
import type { PrintableConsumerReport } from "./consumer-reports/consumer-report.ts";
import type { OperatorIdentity } from "./dashboard/operator.ts";
import type { WebhookCounter } from "./dashboard/webhook-total.ts";
import type { Knowledge } from "./enrichment/knowledge.ts";
import type { DoorName } from "./grants/grant.ts";
import type { InstitutionHttp } from "./institutions/institution-http.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Captcha } from "./link/attempt-guard.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { RequestCounter } from "./outages/request-counter.ts";
import type { OutboundHosts } from "./outbound-hosts.ts";
import type { Runtime } from "./runtime.ts";
import type { Store } from "./store.ts";
import type { OutboundHttp } from "./webhooks/outbound-http.ts";
import type { Webhooks } from "./webhooks/webhook.ts";

/** The services of handlers and jobs. */
export type Services = Runtime & {
  /**
   * Returns the machine's time in ms since 1970, unaffected by a shifted `clock`, for times that
   * other machines compare with their own.
   */
  wallClock: () => number;
  brand: Brand;
  brandSource: BrandSource;
  outboundHosts: OutboundHosts;
  /** The facts about this server that the production checklist shows. */
  deployment: {
    /** The end of TLS: this server's certificate, a proxy, or null for none. */
    tls: "certificate" | "proxy" | null;
    /** Whether the master key is in a variable, and not in a file next to the store. */
    hasMasterKeyVariable: boolean;
    /** Whether the store is a single file, which `backup` copies. */
    isStoreFile: boolean;
  };
  /** The doors that are switched on. */
  doors: readonly DoorName[];
  /** The origin at which browsers reach this server, known once the server listens. */
  publicUrl(): string;
  /** The origins of other cells, where people may have connections, too. */
  otherAccountSites: readonly string[];
  store: Store;
  /** Whether a failure is the store's and may be temporary, such as a lost connection. */
  isStoreFailure(failure: unknown): boolean;
  directory: Directory;
  /** Reloads the directory after a change by this server or another. */
  reloadInstitutions(): Promise<void>;
  /** The names of the built-in institutions, by id. */
  builtInInstitutions(): ReadonlyMap<string, string>;
  institutionHttp: InstitutionHttp;
  /** Whether an institution's host is on a private network that no setting allows. */
  isPrivateHost(hostname: string): Promise<boolean>;
  /** Limits guessing and flooding: wrong secrets, sign-ins, session starts. */
  limiter: RateLimiter;
  /** Limits the calls of the API. */
  callLimiter: RateLimiter;
  /** Limits guesses of passwords and secrets on the Dashboard, apart from the API's limits. */
  guessLimiter: RateLimiter;
  /** Renders an Asset Report as a document, in chunks. */
  renderReportPdf: (report: PrintableReport) => AsyncIterable<Uint8Array>;
  /** Renders a consumer report as a document, in chunks. */
  renderConsumerReportPdf: (report: PrintableConsumerReport) => AsyncIterable<Uint8Array>;
  /** The read shares of the files that this process is reading, by session. */
  fileReads: Map<string, number>;
  /** Limits simultaneous reads of reports. */
  reportReads: ReadGate;
  /** Limits simultaneous reads of statements. A slow bank then delays no report. */
  statementReads: ReadGate;
  /** Limits simultaneous prints of reports for requests, but not for jobs. */
  reportPrints: ReadGate;
  /** Limits simultaneous consumer reports. */
  consumerReportMaking: ReadGate;
  /** The merchants and words of the data files, read once, and the operator's merchants. */
  knowledge(): Promise<Knowledge>;
  /** The processors that a processor token may name; any processor in the sandbox. */
  processors: readonly string[];
  /** The number of months for which statements' documents are kept. */
  statementMonths: number;
  webhooks: Webhooks;
  outboundHttp: OutboundHttp;
  /** Null without a mail server; nothing is then offered that needs mail. */
  mailer: Mailer | null;
  /** The operators' identity provider, in addition to their password; null for none. */
  operatorIdentity: OperatorIdentity | null;
  captcha: Captcha;
  /** Counts the outcomes of requests to institutions. */
  requestCounter: Pick<RequestCounter, "record">;
  /** Counts attempts to send webhooks. */
  webhookCounter: Pick<WebhookCounter, "count">;
  /** The copies of a client's secret outside the store: a file, and a variable. */
  firstClientKeys: FirstClientKeys;
  /** Records uses of clients' secrets. */
  secretUses: SecretUses;
  provenSecrets: ProvenSecrets;
  /** The addresses of the legal texts. */
  legal: { termsUrl(language: Language): string; privacyUrl(language: Language): string };
};
