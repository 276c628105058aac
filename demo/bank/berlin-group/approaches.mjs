import { customerByLogin } from "../people/customers.mjs";
import { fetchBody } from "./body.mjs";
import { startForm, takeStep } from "./embedded.mjs";
import { BerlinRefusal } from "./refusal.mjs";

/** @import { IncomingMessage } from "node:http" */
/** @import { BankOptions } from "../server.d.mts" */

/** @typedef {NonNullable<BankOptions["approach"]>} Approach */
/** @typedef {{ returnUrl?: string, refusalUrl?: string, customerId?: string }} Start */
/**
 * @typedef {object} Bank
 * @property {Approach} approach
 * @property {string} issuer
 * @property {string} [signedIn] the customer who has signed in before
 * @property {ReturnType<typeof import("./authorisations.mjs").authorisationStore>} authorisations
 */

/** @type {Record<Approach, string>} */
const WORDS = {
  oauth: "REDIRECT",
  redirect: "REDIRECT",
  decoupled: "DECOUPLED",
  embedded: "EMBEDDED",
};

/**
 * The approach in the words of the standard.
 * @param {Approach} approach
 */
export const approachWord = (approach) => WORDS[approach];

/**
 * The headers of a new consent that its approach needs; throws a Refusal without them.
 * @param {Pick<Bank, "approach" | "signedIn">} bank
 * @param {IncomingMessage} request
 * @returns {Start}
 */
export const checkStart = ({ approach, signedIn }, { headers }) => {
  const text = (/** @type {string} */ name) =>
    headers[name] === undefined ? undefined : String(headers[name]);
  if (approach === "redirect") {
    const returnUrl = text("tpp-redirect-uri");
    const refusalUrl = text("tpp-nok-redirect-uri");
    if (returnUrl === undefined || !URL.canParse(returnUrl))
      throw new BerlinRefusal(400, "FORMAT_ERROR", "TPP-Redirect-URI is missing.");
    return { returnUrl, ...(refusalUrl !== undefined && { refusalUrl }) };
  }
  if (approach === "oauth") return {};
  if (signedIn !== undefined) return { customerId: signedIn };
  const login = text("psu-id");
  if (login === undefined) throw new BerlinRefusal(400, "FORMAT_ERROR", "PSU-ID is missing.");
  const customer = customerByLogin(login);
  if (!customer)
    throw new BerlinRefusal(401, "PSU_CREDENTIALS_INVALID", "There is no such customer.");
  return { customerId: customer.id };
};

/**
 * The links by which a new consent is authorized: at the site at once, otherwise by an authorization that the client
 * starts.
 * @param {Bank} bank
 * @param {string} consentId
 * @param {Start} start
 */
export const startLinks = ({ approach, authorisations, issuer }, consentId, start) => {
  if (approach === "oauth")
    return { scaOAuth: { href: `${issuer}/.well-known/openid-configuration` } };
  if (approach !== "redirect")
    return { startAuthorisation: { href: `/v1/consents/${consentId}/authorisations` } };
  const { id } = authorisations.start(consentId, start);
  return {
    scaRedirect: { href: `${issuer}/confirm/${id}` },
    scaStatus: { href: `/v1/consents/${consentId}/authorisations/${id}` },
  };
};

/**
 * Starts the authorization of a consent, or tells how far one is.
 * @param {Bank} bank
 * @param {IncomingMessage} request
 * @param {{ consentId: string, id: string | undefined }} path
 */
export const answerAuthorisations = async (bank, request, { consentId, id }) => {
  const { approach, authorisations } = bank;
  if (request.method === "POST" && id === undefined && approach === "decoupled") {
    const start = checkStart(bank, request);
    const code = authorisations.freeCode();
    const scaStatus = "psuAuthenticated";
    const authorisation = authorisations.start(consentId, { ...start, scaStatus, code });
    return {
      status: 201,
      body: {
        authorisationId: authorisation.id,
        scaStatus,
        psuMessage: "Please approve in the app of Lanternfield Bank.",
        challengeData: { data: [code] },
        _links: {
          scaStatus: { href: `/v1/consents/${consentId}/authorisations/${authorisation.id}` },
        },
      },
    };
  }
  if (request.method === "POST" && id === undefined && approach === "embedded")
    return startForm(
      authorisations,
      consentId,
      checkStart(bank, request),
      bank.signedIn !== undefined,
    );
  const authorisation = id === undefined ? undefined : authorisations.read(id);
  if (request.method === "PUT" && approach === "embedded" && authorisation?.consentId === consentId)
    return takeStep(authorisations, authorisation, await fetchBody(request));
  if (request.method !== "GET") throw new BerlinRefusal(405, "SERVICE_INVALID", "No.");
  if (authorisation?.consentId !== consentId)
    throw new BerlinRefusal(403, "RESOURCE_UNKNOWN", "There is no such authorization.");
  return { status: 200, body: { scaStatus: authorisation.scaStatus } };
};
