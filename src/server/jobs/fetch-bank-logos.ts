import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../domain/calendar.ts";
import type { CustomInstitution } from "../domain/institutions/institution.ts";
import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import { readOwnLogos } from "../institutions/files/own-logos.ts";
import { job } from "./job.ts";

/** The name of the job that fetches the logos of aggregators' banks; stored in the database. */
const FETCH_BANK_LOGOS_JOB = "fetch-bank-logos";

/** The number of logos per run, since an aggregator has thousands. */
const AT_ONCE = 100;

/** The pause between two runs while logos are left, in ms. */
const PAUSE_MS = 10 * MINUTE_MS;

/** Fetches the logos of aggregators' banks once, under the rules for institutions' own logos. */
export const fetchBankLogos = job({
  name: FETCH_BANK_LOGOS_JOB,
  schema: z.strictObject({}),
  async run(_, context) {
    const { clock, institutionHttp, store } = context;
    const waiting = (await store.institutions.all()).flatMap((institution): CustomInstitution[] => {
      const source = institution.aggregated?.logo ?? null;
      return source === null || institution.logo?.source === source
        ? []
        : [{ ...institution, logo: { source } }];
    });
    const some = waiting.slice(0, AT_ONCE);
    // A logo that cannot be fetched keeps its address, and is not requested again.
    const { institutions } = await readOwnLogos(some, [], institutionHttp);
    if (institutions.length > 0) await store.institutions.put(institutions);
    const pauseMs = waiting.length > some.length ? PAUSE_MS : DAY_MS;
    return { done: true, next: [newLogosJob(context, clock() + pauseMs)] };
  },
});

/** The job of ten minutes. Its id contains them, so that several servers add it once. */
export const newLogosJob = (
  services: Pick<Services, "clock" | "random">,
  dueAt: number = services.clock(),
): NewJob =>
  newJob(services, {
    jobId: `${FETCH_BANK_LOGOS_JOB}:${new Date(dueAt).toISOString().slice(0, 15)}`,
    name: FETCH_BANK_LOGOS_JOB,
    payload: {},
    lane: FETCH_BANK_LOGOS_JOB,
    dueAt,
  });
