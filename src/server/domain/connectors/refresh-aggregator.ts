import { Fault } from "../fault.ts";
import type { Aggregator } from "../institutions/aggregator.ts";
import type { InstitutionStore } from "../institutions/institution.ts";
import type { AggregatorReading } from "./connector.ts";
import type { ConnectorDeps } from "./deps.ts";

/** Reads the banks of an aggregator. Throws a Fault that tells the operator the cause. */
export const readAggregator = async (
  { directory }: Pick<ConnectorDeps, "directory">,
  aggregator: Aggregator,
): Promise<AggregatorReading> => {
  const reader = directory.connectors.find((connector) => connector.aggregators !== undefined);
  if (!reader?.aggregators) throw new Error("no connector reads the banks of aggregators");
  return reader.aggregators.read(aggregator);
};

/**
 * Reads and stores the banks of an aggregator. A problem with the application is stored and thrown.
 */
export const refreshAggregator = async (
  services: Pick<ConnectorDeps, "directory"> & {
    store: { institutions: Pick<InstitutionStore, "put" | "putAggregator"> };
  },
  aggregator: Aggregator,
): Promise<void> => {
  const { institutions } = services.store;
  try {
    const reading = await readAggregator(services, aggregator);
    await institutions.put(reading.institutions);
    await institutions.putAggregator(reading.aggregator);
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "INSTITUTION_REGISTRATION_REQUIRED")
      await institutions.putAggregator({ ...aggregator, problem: failure.message });
    throw failure;
  }
};
