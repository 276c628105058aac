import type { Outcome, Request, Send } from "../request.ts";
import type { Router } from "../route.ts";

/** The calls that are made while the overview is opened. */
const BESIDE = ["me", "attention"];

/**
 * Asks for the overview, which most visits begin with, while the server is asked whose session it is: the page's own
 * request then has its answer. After a refusal or any other call that answer is of no use: another session may begin.
 */
export function withEarlyOverview(request: Request, router: Pick<Router, "route">): Request {
  const { page, query } = router.route.peek();
  if (page !== "" || query.size > 0) return request;
  const body = { period: "day" };
  let early: Promise<Outcome<unknown>> | null = request("overview", body);
  return async <Answer>(path: string, given: object, send?: Send) => {
    if (path === "overview" && JSON.stringify(given) === JSON.stringify(body) && early) {
      const outcome = (await early) as Outcome<Answer>;
      early = null;
      if (outcome.kind === "success") return outcome;
    }
    if (!BESIDE.includes(path)) early = null;
    const outcome = await request<Answer>(path, given, send);
    if (outcome.kind !== "success") early = null;
    return outcome;
  };
}
