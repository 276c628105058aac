import type { Environment } from "../../../protocol/vocabulary.ts";
import type { AggregatorReading } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { Aggregator } from "../../domain/institutions/aggregator.ts";
import type {
  AggregatedInstitution,
  CustomInstitution,
  InstitutionStore,
} from "../../domain/institutions/institution.ts";
import { mergeBanks, toAggregatedBank } from "./banks.ts";
import type { ApiClient, Refusal } from "./client.ts";
import { applicationProblem, redirectRefusal, toFault } from "./refusals.ts";
import { Application, Aspsp, AspspList } from "./values.ts";

type Options = {
  institutions: Pick<InstitutionStore, "all">;
  environment: Environment;
  /** The address to which banks send people back. */
  redirectUri: string;
  clock: () => number;
};

/**
 * Checks an aggregator's application and reads its banks; returns both for the store. Throws a
 * Fault whose message names the operator's necessary action.
 */
export const readBanks = async (
  api: ApiClient,
  aggregator: Aggregator,
  options: Options,
): Promise<AggregatorReading> => {
  const { institutions, clock } = options;
  const application = await readApplication(api, clock());
  requireUsable(application, options);
  const listed = await readAspsps(api, application, clock());
  const all = await institutions.all();
  const before = all.filter((institution) => isOf(institution, aggregator));
  const ids = new Set(all.map(({ institutionId }) => institutionId));
  const merged = mergeBanks(
    aggregator,
    before,
    listed.map((aspsp) => toAggregatedBank(aggregator, aspsp)),
    { isTaken: (id) => ids.has(id), now: clock() },
  );
  return {
    banks: listed.length,
    institutions: merged,
    aggregator: { ...aggregator, refreshedAt: clock(), problem: null },
  };
};

const isOf = (
  institution: CustomInstitution,
  { aggregatorId }: Aggregator,
): institution is AggregatedInstitution => institution.aggregated?.aggregatorId === aggregatorId;

const refusedApplication = (message: string): Fault =>
  new Fault("INSTITUTION_REGISTRATION_REQUIRED", { message });

const toApplicationFault = (refusal: Refusal, now: number): Fault => {
  const problem = applicationProblem(refusal);
  return problem === null ? toFault(refusal, now) : refusedApplication(problem);
};

async function readApplication(api: ApiClient, now: number): Promise<Application> {
  const { body, refusal } = await api.call({ path: "/application", endpoint: "/application" });
  if (refusal !== null) throw toApplicationFault(refusal, now);
  const result = Application.safeParse(body);
  if (!result.success) throw api.unsupported("/application", { fields: ["application"] });
  return result.data;
}

/** Throws if an application is inactive, of another environment, or lacks our redirect address. */
function requireUsable(
  { active, environment: kind, redirect_urls }: Application,
  { environment, redirectUri }: Pick<Options, "environment" | "redirectUri">,
): void {
  const isSandbox = kind?.toUpperCase() === "SANDBOX";
  if (isSandbox !== (environment === "sandbox"))
    throw refusedApplication(
      isSandbox
        ? "the application is of the aggregator's sandbox, which this server's sandbox alone takes: make one for production in the control panel"
        : "the application is for production, and this server is a sandbox: use a server in development or production, or a sandbox application",
    );
  if (active === false)
    throw refusedApplication(
      "the application is not active: activate it in the control panel, for your own accounts by linking them there",
    );
  if (!redirect_urls.some((url) => url === redirectUri)) throw redirectRefusal(redirectUri);
}

async function readAspsps(
  api: ApiClient,
  { countries }: Application,
  now: number,
): Promise<Aspsp[]> {
  const all = await listAspsps(api, undefined);
  if (Array.isArray(all)) return all;
  // Without a country some answer nothing.
  if (![400, 422].includes(all.status) || countries.length === 0)
    throw toApplicationFault(all, now);
  const listed: Aspsp[] = [];
  for (const country of countries) {
    const list = await listAspsps(api, country);
    if (!Array.isArray(list)) throw toApplicationFault(list, now);
    listed.push(...list);
  }
  return listed;
}

async function listAspsps(api: ApiClient, country: string | undefined): Promise<Aspsp[] | Refusal> {
  const { body, refusal } = await api.call({
    path: "/aspsps",
    query: { country, service: "AIS" },
    endpoint: "/aspsps",
  });
  if (refusal !== null) return refusal;
  const result = AspspList.safeParse(body);
  if (!result.success) throw api.unsupported("/aspsps", { fields: ["aspsps"] });
  return result.data.aspsps.flatMap((entry) => {
    const aspsp = Aspsp.safeParse(entry);
    return aspsp.success ? [aspsp.data] : [];
  });
}
