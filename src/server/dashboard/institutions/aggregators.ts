import { z } from "zod";
import {
  AddedAggregator,
  DashboardAggregators,
} from "../../../protocol/dashboard/dashboard-aggregators.ts";
import { readAggregator } from "../../domain/connectors/refresh-aggregator.ts";
import { Fault } from "../../domain/fault.ts";
import {
  AGGREGATOR_ADDRESSES,
  type Aggregator,
  aggregatorKeyProblem,
  aggregatorUrlProblem,
  isApplicationId,
  makeAggregatorId,
  openAggregatorPerson,
  sealAggregatorKey,
} from "../../domain/institutions/aggregator.ts";
import { outboundHostProblem } from "../../domain/outbound-hosts.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";
import { allowedPrivateHosts, privateHostProblem } from "./read-issuer.ts";

/** Lists the keys at aggregators, without their secrets. */
export const listAggregators = dashboardCall({
  path: "/dashboard/api/institutions/aggregators",
  role: "read",
  about: "operator",
  request: z.strictObject({}),
  response: DashboardAggregators,
  run: async (_, __, { publicUrl, store, vault }) => {
    const all = await store.institutions.all();
    const { order, asks } = await store.institutions.ways();
    return {
      ways: { order, asks },
      redirect_uri: `${publicUrl()}/oauth/return`,
      aggregators: (await store.institutions.aggregators()).map((aggregator) => ({
        aggregator_id: aggregator.aggregatorId,
        application_id: aggregator.applicationId,
        address: aggregator.address,
        client_id: aggregator.clientId,
        person: openAggregatorPerson(vault, aggregator),
        banks: all.filter(({ aggregated }) => aggregated?.aggregatorId === aggregator.aggregatorId)
          .length,
        read_at: aggregator.refreshedAt,
        problem: aggregator.problem,
      })),
    };
  },
});

/** Checks and adds an aggregator's key, sealed. An existing key of its application is replaced. */
export const addAggregator = dashboardCall({
  path: "/dashboard/api/institutions/aggregators/add",
  role: "developer",
  about: "operator",
  request: z.strictObject({
    application_id: z.string().trim().max(100),
    key: z.string().trim().max(20_000),
    address: z.string().trim().max(500).optional(),
  }),
  response: AddedAggregator,
  run: async (body, _, context) => {
    const { clock, environment, outboundHosts, vault } = context;
    const kind = "enable-banking" as const;
    const address = body.address || AGGREGATOR_ADDRESSES[kind];
    const addressProblem =
      aggregatorUrlProblem(address, environment) ??
      outboundHostProblem(address, outboundHosts) ??
      (await privateHostProblem(address, await allowedPrivateHosts(context), context));
    const keyProblem = aggregatorKeyProblem(body.key);
    const problems = {
      ...(!isApplicationId(body.application_id) && {
        application_id: "It is the id that the aggregator's control panel shows.",
      }),
      ...(keyProblem !== null && { key: `It ${keyProblem}.` }),
      ...(addressProblem !== null && { address: `It ${addressProblem}.` }),
    };
    if (Object.keys(problems).length > 0) return { banks: 0, problems };
    const key = { kind, address, applicationId: body.application_id };
    const aggregatorId = makeAggregatorId(key);
    const before = (await context.store.institutions.aggregators()).find(
      (each) => each.aggregatorId === aggregatorId,
    );
    const candidate: Aggregator = {
      ...{ ...key, aggregatorId, clientId: before?.clientId ?? null },
      sealedPerson: before?.sealedPerson ?? null,
      sealedKey: sealAggregatorKey(vault, aggregatorId, body.key),
      ...{ addedAt: clock(), refreshedAt: null, problem: null },
    };
    const reading = await readAggregator(context, candidate).catch((failure: unknown) => {
      if (failure instanceof Fault) return failure;
      throw failure;
    });
    if (reading instanceof Fault) {
      const sentence = `${reading.message.charAt(0).toUpperCase()}${reading.message.slice(1)}.`;
      return { banks: 0, problems: { application_id: sentence } };
    }
    const { banks } = reading;
    const details = { address, application_id: body.application_id, banks };
    const change = { action: "aggregator.add", subject: aggregatorId, details } as const;
    await changeWithAudit(context, change, async ({ store: { institutions } }) => {
      await institutions.put(reading.institutions);
      await institutions.putAggregator(reading.aggregator);
    });
    await context.reloadInstitutions();
    return { banks, problems: {} };
  },
});

/** Removes a key with its banks, unless a bank has linked Items. */
export const removeAggregator = dashboardCall({
  path: "/dashboard/api/institutions/aggregators/remove",
  role: "developer",
  about: "operator",
  request: z.strictObject({ aggregator_id: z.string().max(100) }),
  response: z.object({}),
  run: async ({ aggregator_id }, _, context) => {
    const change = { action: "aggregator.remove", subject: aggregator_id } as const;
    await changeWithAudit(context, change, async ({ store: { institutions } }) => {
      const { removed, liveItems } = await institutions.removeAggregator(aggregator_id);
      if (liveItems > 0)
        throw new Fault("INVALID_FIELD", {
          message: "Items are linked to banks of the aggregator",
          display: `${liveItems === 1 ? "An Item is" : `${liveItems} Items are`} linked to its banks: remove them first.`,
        });
      if (!removed)
        throw new Fault("INVALID_FIELD", {
          message: "there is no aggregator of this id",
          display: "There is no such key any more.",
        });
    });
    await context.reloadInstitutions();
    return {};
  },
});
