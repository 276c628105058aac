import type { ReportUser } from "../../domain/asset-reports/new-asset-report.ts";

/** The name of whom a report is about; null where the application gave none. */
export const fullName = ({ first_name, middle_name, last_name }: ReportUser): string | null =>
  [first_name, middle_name, last_name].filter((name) => name !== null).join(" ") || null;
