import type { Environment } from "../../protocol/vocabulary.ts";
import { connectorsFor } from "./index.ts";

/** The names of the institutions of an environment that are there without being put in, by id. */
export const builtInInstitutions = (environment: Environment): Map<string, string> =>
  new Map(
    connectorsFor(environment, Date.now, () => [])
      .flatMap((connector) => connector.institutions())
      .map(({ institutionId, name }) => [institutionId, name]),
  );
