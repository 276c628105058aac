import { z } from "zod";
import type { Grant } from "../../domain/grants/grant.ts";
import { toUuid } from "../../domain/identifiers.ts";
import { type DoorContext, type DoorReply, type DoorRequest, jsonReply } from "../door.ts";
import { mayLink } from "../shown-institutions.ts";
import { MAX_ACCESS_DAYS, MAX_HISTORY_DAYS } from "./institutions.ts";
import {
  BASE_PATH,
  errorReply,
  fieldError,
  notFound,
  pageReply,
  parseBody,
  readPage,
  timeText,
} from "./replies.ts";
import { admit } from "./tokens.ts";

/** The parts of an account that an agreement may cover. */
export const SCOPES = ["balances", "details", "transactions"] as const;

/** The maximum number of agreements of one grant. */
const MAX_AGREEMENTS = 100_000;

const days = (max: number) => z.coerce.number().int().min(1).max(max).default(90);

const CreateAgreement = z.object({
  institution_id: z.string().min(1).max(100),
  max_historical_days: days(MAX_HISTORY_DAYS),
  access_valid_for_days: days(MAX_ACCESS_DAYS),
  access_scope: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(3)
    .default([...SCOPES]),
});

/** A stored agreement. */
export const Agreement = z.object({
  institution_id: z.string(),
  max_historical_days: z.int(),
  access_valid_for_days: z.int(),
  access_scope: z.array(z.enum(SCOPES)),
  accepted: z.string().nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

/** The agreement of a requisition without one. */
export const defaultAgreement = (institutionId: string): Agreement => ({
  ...CreateAgreement.parse({ institution_id: institutionId }),
  accepted: null,
});

/** POST /agreements/enduser/ */
export const createAgreement = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const parsed = parseBody(request, CreateAgreement);
  if ("error" in parsed) return parsed.error;
  const { institution_id } = parsed.value;
  if (!mayLink(context, grant, institution_id))
    return fieldError("institution_id", "institution_id must be one of /institutions/");
  const agreement = await addAgreement(context, grant, { ...parsed.value, accepted: null });
  return agreement
    ? jsonReply(201, agreement)
    : errorReply(400, "Too many agreements", `A grant has ${MAX_AGREEMENTS}: delete some first`);
};

/** Adds an agreement; returns its shape, or null if the grant has too many. */
const addAgreement = async (
  { clock, random, store }: DoorContext,
  { grantId }: Grant,
  agreement: Agreement,
) => {
  if ((await store.grantAgreements.list(grantId, { limit: 1, offset: 0 })).count >= MAX_AGREEMENTS)
    return null;
  const row = {
    agreementId: toUuid(random(16)),
    grantId,
    details: JSON.stringify(agreement),
    createdAt: clock(),
  };
  await store.grantAgreements.create(row);
  return toShape(row);
};

/** GET /agreements/enduser/ */
export const listAgreements = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const { grantId } = await admit(request, context);
  const page = readPage(request);
  if ("error" in page) return page.error;
  const { agreements, count } = await context.store.grantAgreements.list(grantId, page.value);
  const url = `${context.publicUrl()}${BASE_PATH}/agreements/enduser/`;
  return pageReply(url, page.value, { count, results: agreements.map(toShape) });
};

/** GET /agreements/enduser/{id}/ */
export const getAgreement = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const { grantId } = await admit(request, context);
  const found = await context.store.grantAgreements.byId(grantId, request.params.id ?? "");
  return found ? jsonReply(200, toShape(found)) : notFound();
};

/** DELETE /agreements/enduser/{id}/: only before the user has accepted the agreement. */
export const deleteAgreement = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const { grantId } = await admit(request, context);
  const { grantAgreements } = context.store;
  const found = await grantAgreements.byId(grantId, request.params.id ?? "");
  if (!found) return notFound();
  if (toDetails(found).accepted !== null)
    return errorReply(
      400,
      "Agreement is accepted",
      "An agreement that was accepted ends with its requisition: delete that",
    );
  await grantAgreements.remove(grantId, found.agreementId);
  return jsonReply(200, {
    summary: "End User Agreement deleted",
    detail: `End User Agreement ${found.agreementId} deleted`,
  });
};

const Acceptance = z.object({
  user_agent: z.string().min(1).max(1000),
  ip_address: z.string().min(1).max(100),
});

/** PUT /agreements/enduser/{id}/accept/: once, for applications that ask the user themselves. */
export const acceptAgreement = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const { grantId } = await admit(request, context);
  const parsed = parseBody(request, Acceptance);
  if ("error" in parsed) return parsed.error;
  const { grantAgreements } = context.store;
  const found = await grantAgreements.byId(grantId, request.params.id ?? "");
  if (!found) return notFound();
  const details = JSON.stringify({ ...toDetails(found), accepted: timeText(context.clock()) });
  if (
    toDetails(found).accepted !== null ||
    !(await grantAgreements.replace(grantId, found.agreementId, {
      from: found.details,
      to: details,
    }))
  )
    return errorReply(
      405,
      "EUA cannot be accepted more than once",
      "This agreement was accepted before",
    );
  return jsonReply(200, toShape({ ...found, details }));
};

type Row = { agreementId: string; details: string; createdAt: number };

const toDetails = ({ details }: Pick<Row, "details">): Agreement =>
  Agreement.parse(JSON.parse(details));

const toShape = (row: Row) => ({
  id: row.agreementId,
  created: timeText(row.createdAt),
  ...toDetails(row),
});
