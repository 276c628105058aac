import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../protocol/vocabulary.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import {
  type GrantLink,
  type GrantLinkState,
  grantLinkState,
} from "../../domain/grants/grant-link.ts";
import {
  type GrantLinkRequest,
  grantLinkUrl,
  openGrantLink,
  removeGrantLink,
} from "../../domain/grants/open-grant-link.ts";
import { readerAccounts } from "../../domain/grants/reader-account.ts";
import { toUuid } from "../../domain/identifiers.ts";
import { type DoorContext, type DoorReply, type DoorRequest, jsonReply } from "../door.ts";
import { mayLink } from "../shown-institutions.ts";
import { Agreement, defaultAgreement } from "./agreements.ts";
import {
  BASE_PATH,
  fieldError,
  notFound,
  pageReply,
  parseBody,
  readPage,
  timeText,
} from "./replies.ts";
import { admit } from "./tokens.ts";

/** The lifetime of a requisition's link, in ms. */
const LINK_LIFETIME_MS = 7 * 86_400_000;

const CreateRequisition = z.object({
  redirect: z.string().min(1).max(2000),
  institution_id: z.string().min(1).max(100),
  agreement: z.string().max(100).nullish(),
  reference: z.string().min(1).max(256).nullish(),
  user_language: z
    .string()
    .regex(/^[a-z]{2}([-_][a-z]{2})?$/i, "must be a language, such as en")
    .nullish(),
  ssn: z.string().max(100).nullish(),
  account_selection: z.boolean().default(false),
  redirect_immediate: z.boolean().default(false),
});

/** A requisition in its link, with a copy of its agreement. */
const Requisition = z.object({
  redirect: z.string(),
  reference: z.string(),
  agreement: z.string().nullable(),
  terms: Agreement,
  user_language: z.string().nullable(),
  account_selection: z.boolean(),
  redirect_immediate: z.boolean(),
});

/** Returns the requisition stored in a link. */
export const parseRequisition = ({ details }: Pick<GrantLink, "details">) =>
  Requisition.parse(JSON.parse(details));

/**
 * POST /requisitions/: creates a requisition. Its link opens hosted Link under the grant's client.
 */
export const createRequisition = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const parsed = parseBody(request, CreateRequisition);
  if ("error" in parsed) return parsed.error;
  const { value } = parsed;
  // The field has a secret of the user that this server does not need.
  if (value.ssn) return fieldError("ssn", "ssn must be left out: users sign in in Link alone");
  if (!mayLink(context, grant, value.institution_id))
    return fieldError("institution_id", "institution_id must be one of /institutions/");
  const terms = await loadTerms(context, grant, value);
  if (!terms) return fieldError("agreement", "agreement must be one of this grant");
  if (terms.institution_id !== value.institution_id)
    return fieldError("agreement", "agreement must be for the same institution_id");
  const linkId = toUuid(context.random(16));
  const reference = value.reference ?? linkId;
  const link = await openGrantLink(context, grant, {
    ...(await loadOptions(context, grant, value, terms)),
    linkId,
    reference,
    redirect: { uri: value.redirect, field: "redirect", query: { ref: reference } },
    details: JSON.stringify({
      redirect: value.redirect,
      reference,
      agreement: value.agreement ?? null,
      terms,
      user_language: value.user_language ?? null,
      account_selection: value.account_selection,
      redirect_immediate: value.redirect_immediate,
    } satisfies z.infer<typeof Requisition>),
  });
  return jsonReply(201, await loadShape(context, grant, link));
};

/** GET /requisitions/ */
export const listRequisitions = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const page = readPage(request);
  if ("error" in page) return page.error;
  const { links, count } = await context.store.grantLinks.list(grant.grantId, page.value);
  const results = [];
  for (const link of links) results.push(await loadShape(context, grant, link));
  return pageReply(`${context.publicUrl()}${BASE_PATH}/requisitions/`, page.value, {
    count,
    results,
  });
};

/** GET /requisitions/{id}/ */
export const getRequisition = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const link = await context.store.grantLinks.byId(grant.grantId, request.params.id ?? "");
  return link ? jsonReply(200, await loadShape(context, grant, link)) : notFound();
};

/** DELETE /requisitions/{id}/: ends the access to the requisition's accounts, and its agreement. */
export const deleteRequisition = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const { grantId } = grant;
  const link = await context.store.grantLinks.byId(grantId, request.params.id ?? "");
  if (!link) return notFound();
  await removeGrantLink(context, grant, link.linkId, { kind: "reader", name: grantId });
  const { agreement } = parseRequisition(link);
  if (agreement !== null) await context.store.grantAgreements.remove(grantId, agreement);
  return jsonReply(200, {
    summary: "Requisition deleted",
    detail: `Requisition '${link.linkId}' deleted with all its End User Agreements`,
  });
};

type Value = z.infer<typeof CreateRequisition>;

/** The terms of a requisition's agreement, or the default terms; null for an unknown agreement. */
async function loadTerms(
  { store }: DoorContext,
  { grantId }: Grant,
  { agreement, institution_id }: Value,
): Promise<Agreement | null> {
  if (agreement == null) return defaultAgreement(institution_id);
  const found = await store.grantAgreements.byId(grantId, agreement);
  return found && Agreement.parse(JSON.parse(found.details));
}

/** The options of Link for a requisition. */
async function loadOptions(
  { directory, store }: DoorContext,
  { clientId }: Grant,
  { institution_id, user_language }: Value,
  terms: Agreement,
): Promise<Omit<GrantLinkRequest, "redirect" | "details" | "reference">> {
  const { products = [] } = (clientId && (await store.clients.byClientId(clientId))) || {};
  const code = user_language?.slice(0, 2).toLowerCase();
  return {
    language: LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE,
    countryCodes: directory.get(institution_id).countryCodes,
    products: ["transactions"],
    // Account numbers are part of the details.
    optionalProducts:
      terms.access_scope.includes("details") && products.includes("auth") ? ["auth"] : [],
    institutionId: institution_id,
    clientUserId: null,
    transactionDays: terms.max_historical_days,
    accessDays: terms.access_valid_for_days,
    updateItemId: null,
    lifetimeMs: LINK_LIFETIME_MS,
  };
}

async function loadShape(context: DoorContext, grant: Grant, link: GrantLink) {
  const { terms, ...requisition } = parseRequisition(link);
  const state = await grantLinkState(context, link);
  const accounts =
    link.itemId === null || state !== "linked"
      ? []
      : await readerAccounts(context, grant, [link.itemId]);
  // An Item that was removed, or whose consent has ended, has no accounts.
  const isOver = state === "linked" && accounts.length === 0;
  return {
    id: link.linkId,
    created: timeText(link.createdAt),
    status: isOver ? "EX" : STATUS_OF_STATE[state],
    institution_id: terms.institution_id,
    ...requisition,
    accounts: accounts.map(({ readerId }) => readerId),
    link: grantLinkUrl(context, link),
    ssn: null,
  };
}

const STATUS_OF_STATE: Readonly<Record<GrantLinkState, string>> = {
  created: "CR",
  opened: "GC",
  signing_in: "UA",
  choosing: "SA",
  exited: "RJ",
  linked: "LN",
  expired: "EX",
  ended: "EX",
};
