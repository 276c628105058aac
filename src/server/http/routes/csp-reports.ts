import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { MINUTE_MS } from "../../domain/calendar.ts";
import { REPORT_PATH } from "../security-headers.ts";

/** A report has about 1 KB, and browsers send a few at once. */
const BODY_LIMIT = 16 * 1024;

/** The maximum number of logged reports per minute, since any client can send forged reports. */
const MAX_PER_MINUTE = 30;

const Text = z.string().max(4000).optional().catch(undefined);

/** The form of `report-uri`. */
const OldReport = z.object({
  "csp-report": z.object({
    "effective-directive": Text,
    "violated-directive": Text,
    "blocked-uri": Text,
    "document-uri": Text,
  }),
});

/** The form of the Reporting API. */
const NewReports = z
  .array(
    z.object({
      type: z.literal("csp-violation"),
      body: z.object({ effectiveDirective: Text, blockedURL: Text, documentURL: Text }),
    }),
  )
  .max(20);

type Violation = { directive: string; blocked: string; page: string };

/**
 * Accepts browsers' reports of blocked resources, and logs the directive, the resource's host, and
 * the page. Addresses are cut to parts without tokens.
 */
export const cspReportRoutes = (app: FastifyInstance, clock: () => number): void => {
  let minute = 0;
  let count = 0;
  const isLogged = (): boolean => {
    const now = Math.floor(clock() / MINUTE_MS);
    if (now !== minute) [minute, count] = [now, 0];
    return ++count <= MAX_PER_MINUTE;
  };
  // A separate context, since no other path accepts these types.
  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      ["application/csp-report", "application/reports+json", "application/json"],
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_, text, done) => done(null, text),
    );
    reports.post(REPORT_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      for (const violation of violationsIn(String(request.body)))
        if (isLogged())
          request.log.warn({ csp: violation }, "a page was kept from doing something");
      return reply.status(204).send();
    });
  });
};

function violationsIn(text: string): Violation[] {
  const body = parse(text);
  const old = OldReport.safeParse(body);
  if (old.success) {
    const report = old.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"];
    return [violation(directive, report["blocked-uri"], report["document-uri"])];
  }
  const reports = NewReports.safeParse(body);
  if (!reports.success) return [];
  return reports.data.map(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
    violation(effectiveDirective, blockedURL, documentURL),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const violation = (
  directive: string | undefined,
  blockedUrl: string | undefined,
  page: string | undefined,
): Violation => ({
  directive: wordOf(directive),
  blocked: toAddress(blockedUrl, "origin"),
  page: toAddress(page, "pathname"),
});

/**
 * A directive or keyword such as `inline`: only letters and dashes, since reports can be forged.
 */
const wordOf = (text = ""): string => /^[a-z-]{1,40}/.exec(text)?.[0] ?? "unknown";

const toAddress = (text = "", part: "origin" | "pathname"): string =>
  URL.canParse(text) ? new URL(text)[part].slice(0, 200) : wordOf(text);
