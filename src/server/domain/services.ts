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

/** The services that handlers and jobs work with. */
export type Services = Runtime & {
  /**
   * Returns the machine's time in ms since 1970, even if `clock` is shifted, for times that other machines
   * compare with their own.
   */
  wallClock: () => number;
  brand: Brand;
  brandSource: BrandSource;
  outboundHosts: OutboundHosts;
  /** The facts about this server that the checklist for production checks. */
  deployment: {
    /** The part that ends TLS; null without it. */
    tls: "certificate" | "proxy" | null;
    /** Whether the master key is a variable, and no file next to the store. */
    hasMasterKeyVariable: boolean;
    /** Whether the store is one file, which `backup` copies. */
    isStoreFile: boolean;
  };
  /** The doors that are switched on. */
  doors: readonly DoorName[];
  /** The origin at which people's browsers reach this server; known once it listens. */
  publicUrl(): string;
  store: Store;
  /** Whether a failure is the store's, such as a lost connection, and may pass. */
  isStoreFailure(failure: unknown): boolean;
  directory: Directory;
  /** Reloads the directory after a change by this server or another. */
  reloadInstitutions(): Promise<void>;
  /** The names of the built-in institutions, by id. */
  builtInInstitutions(): ReadonlyMap<string, string>;
  institutionHttp: InstitutionHttp;
  /** Whether an institution's host is on a private network that no setting opens. */
  isPrivateHost(hostname: string): Promise<boolean>;
  /** Limits what could be guessed or flooded: wrong secrets, sign-ins, starts of sessions. */
  limiter: RateLimiter;
  /** Limits the calls of the API. */
  callLimiter: RateLimiter;
  /** Limits guesses of passwords and secrets on the Dashboard, independent of the API's limits. */
  guessLimiter: RateLimiter;
  /** Renders an Asset Report as a document, in chunks. */
  renderReportPdf: (report: PrintableReport) => AsyncIterable<Uint8Array>;
  /** Renders a consumer report as a document, in chunks. */
  renderConsumerReportPdf: (report: PrintableConsumerReport) => AsyncIterable<Uint8Array>;
  /** The shares of the files that this process is reading, by session. */
  fileReads: Map<string, number>;
  /** Limits the reports that are read at once. */
  reportReads: ReadGate;
  /** Limits the statements that users read at once: a bank that is slow to send them delays no report. */
  statementReads: ReadGate;
  /** Limits the reports that are printed at once for a request, and not by a job. */
  reportPrints: ReadGate;
  /** Limits the consumer reports that are made at once. */
  consumerReportMaking: ReadGate;
  /** The data files of merchants and words, read once, and the operator's merchants. */
  knowledge(): Promise<Knowledge>;
  /** The processors that a processor token may be for; any in the sandbox. */
  processors: readonly string[];
  /** The months for which documents of statements are kept. */
  statementMonths: number;
  webhooks: Webhooks;
  outboundHttp: OutboundHttp;
  /** Null if no mail server is configured: nothing is then offered that needs one. */
  mailer: Mailer | null;
  /** The identity provider of operators, in addition to their password; null if none is configured. */
  operatorIdentity: OperatorIdentity | null;
  captcha: Captcha;
  /** Counts the outcomes of requests to institutions. */
  requestCounter: Pick<RequestCounter, "record">;
  /** Counts attempts to send webhooks. */
  webhookCounter: Pick<WebhookCounter, "count">;
  /** The copies of a client's secret outside the store: its file, and the variable that fixes it. */
  firstClientKeys: FirstClientKeys;
  /** Records uses of clients' secrets. */
  secretUses: SecretUses;
  provenSecrets: ProvenSecrets;
  /** The addresses of the legal texts. */
  legal: { termsUrl(language: Language): string; privacyUrl(language: Language): string };
};
