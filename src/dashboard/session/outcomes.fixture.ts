import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { linkError } from "../../protocol/errors/errors.ts";
import { client } from "../client.fixture.ts";
import type { Outcome } from "./request.ts";

/** The response of `me` for a client. */
export const success = (changes: Partial<DashboardClient> = {}): Outcome => ({
  kind: "success",
  answer: {
    environment: "sandbox",
    operator: false,
    member: null,
    role: "admin",
    products: ["auth", "transactions"],
    client: { ...client, ...changes },
    versions: [],
    session_ends_in: 5000,
    request_id: "r",
  },
});
export const failure = (code: Parameters<typeof linkError>[0], waitMs = 0): Outcome => ({
  kind: "error",
  error: { ...linkError(code), request_id: "r" },
  waitMs,
});
export const SESSION_OVER = failure("INVALID_DASHBOARD_SESSION");
export const NO_ANSWER: Outcome = { kind: "no-answer" };
