import { Fault } from "../fault.ts";

/** The audit log refuses entries, since another program has changed its chain. */
export class TamperedAuditLog extends Fault {
  /** The first problem, such as "the head of the log is missing". */
  readonly problem: string;

  constructor(problem: string) {
    super("INTERNAL_SERVER_ERROR", {
      message: `the audit log was tampered with: ${problem}; nothing was changed`,
      display: "The audit log was tampered with, so that nothing was changed.",
    });
    this.name = "TamperedAuditLog";
    this.problem = problem;
  }
}
