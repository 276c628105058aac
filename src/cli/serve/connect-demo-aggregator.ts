import { generateKeyPairSync } from "node:crypto";
import { refreshAggregator } from "../../server/domain/connectors/refresh-aggregator.ts";
import {
  makeAggregatorId,
  sealAggregatorKey,
} from "../../server/domain/institutions/aggregator.ts";
import type { Services } from "../../server/domain/services.ts";

const APPLICATION_ID = "demo-application";

/**
 * This server's key at the demo aggregator, which knows the public part only. Each start creates a
 * new key.
 */
export const newAggregatorKeys = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

/**
 * Returns how to open the demo aggregator: with a few banks, and with this server as application.
 */
export const aggregatorOpener = async (
  { clock, publicUrl }: Pick<Services, "clock" | "publicUrl">,
  publicKey: string,
) => {
  const { startAggregator } = await import("../../../demo/aggregator/server.mjs");
  const { demoBanks } = await import("../../../demo/aggregator/demo-banks.mjs");
  return (port: number) =>
    startAggregator({
      port,
      clock,
      applications: [
        {
          ...{ id: APPLICATION_ID, publicKey, environment: "SANDBOX" },
          redirectUrls: [`${publicUrl()}/oauth/return`],
        },
      ],
      banks: demoBanks(clock()),
    });
};

/** Adds the demo aggregator's key and its banks. */
export const connectDemoAggregator = async (
  services: Pick<Services, "clock" | "directory" | "reloadInstitutions" | "store" | "vault">,
  { address, privateKey }: { address: string; privateKey: string },
): Promise<void> => {
  const { clock, reloadInstitutions, vault } = services;
  const key = { kind: "enable-banking", address, applicationId: APPLICATION_ID } as const;
  const aggregatorId = makeAggregatorId(key);
  await refreshAggregator(services, {
    ...{ ...key, aggregatorId, clientId: null, sealedPerson: null, addedAt: clock() },
    sealedKey: sealAggregatorKey(vault, aggregatorId, privateKey),
    ...{ refreshedAt: null, problem: null },
  });
  await reloadInstitutions();
};
