import type { BaseReport } from "../../../protocol/base-report.ts";
import type { IncomeInsights } from "../../../protocol/income-insights.ts";
import type { NetworkInsights } from "../../../protocol/network-insights.ts";
import type { PermissiblePurpose } from "../../../protocol/vocabulary.ts";
import type { Identity } from "../users/identity.ts";

/** The contents of a printed consumer report. */
export type PrintableConsumerReport = {
  /** The client that requested it, and its purpose. */
  clientId: string;
  purpose: PermissiblePurpose;
  /** The client's own id of the person. */
  clientUserId: string;
  /** The person as the client named them; null if it did not. */
  about: Identity | null;
  baseReport: BaseReport;
  income: IncomeInsights | null;
  network: NetworkInsights | null;
};
