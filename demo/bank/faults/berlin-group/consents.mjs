import { headerFault, refusalFault, wireFault } from "../wire-fault.mjs";

/** @import { Body, Fault, WireRequest } from "../types.d.mts" */

const CONSENT = /^\/consents/;
const RECORD = /^\/consents\/[^/]+$/;

/**
 * A fault of the record of a consent.
 * @param {string} name
 * @param {string} description
 * @param {(body: Body) => void} change
 */
const inRecord = (name, description, change) =>
  wireFault(RECORD, name, description, (body) => {
    if (body) change(body);
  });

/**
 * A fault of the response to a new consent.
 * @param {string} name
 * @param {string} description
 * @param {(body: Body) => void} change
 */
const inNew = (name, description, change) => wireFault(/^\/consents$/, name, description, change);

/**
 * @param {number} status
 * @param {string} code
 */
const toRefusal = (status, code) => ({
  status,
  body: { tppMessages: [{ category: "ERROR", code, text: "No." }] },
});

/** @param {string} method */
const isConsent = (method) => (/** @type {WireRequest} */ request) =>
  request.method === method && CONSENT.test(request.path);

/** @type {readonly Fault[]} */
export const berlinConsentFaults = [
  refusalFault("berlin-consent-refused", "No consent can be made", isConsent("POST"), {
    ...toRefusal(401, "CERTIFICATE_INVALID"),
  }),
  wireFault(
    CONSENT,
    "berlin-consent-not-created",
    "A new consent is answered 200",
    (_, response) => {
      if (response.status === 201) response.status = 200;
    },
  ),
  inNew("berlin-consent-no-id", "A consent has no id", (body) => {
    delete body.consentId;
  }),
  inNew("berlin-consent-id-number", "A consent’s id is a number", (body) => {
    body.consentId = 17;
  }),
  inNew("berlin-consent-no-links", "Nothing says how a user goes on", (body) => {
    delete body._links;
  }),
  inNew("berlin-consent-link-as-text", "Links are texts", (body) => {
    for (const [name, link] of Object.entries(body._links)) body._links[name] = link.href;
  }),
  inNew("berlin-consent-valid-at-once", "A consent is valid before anybody has agreed", (body) => {
    body.consentStatus = "valid";
  }),
  headerFault(
    "berlin-no-approach",
    "Nothing says by which approach a user is asked",
    "aspsp-sca-approach",
    null,
  ),
  headerFault("berlin-unknown-approach", "The approach is OAuth2", "aspsp-sca-approach", "OAuth2"),
  inRecord("berlin-consent-unknown-status", "A consent is VALID", (body) => {
    body.consentStatus = body.consentStatus.toUpperCase();
  }),
  inRecord("berlin-consent-stays-received", "A consent waits after its user has agreed", (body) => {
    body.consentStatus = "received";
  }),
  inRecord("berlin-consent-no-access", "A consent does not say what it is for", (body) => {
    delete body.access;
  }),
  inRecord("berlin-consent-end-moment", "A consent ends at a moment", (body) => {
    body.validUntil = `${body.validUntil}T23:59:59Z`;
  }),
  inRecord("berlin-consent-no-end", "A consent has no end", (body) => {
    delete body.validUntil;
  }),
  inRecord("berlin-consent-ended-before", "A consent ends before it is made", (body) => {
    body.validUntil = "2020-01-01";
  }),
  inRecord("berlin-consent-frequency-text", "frequencyPerDay is a text", (body) => {
    body.frequencyPerDay = "4";
  }),
  inRecord("berlin-consent-once", "A consent is for one read", (body) => {
    body.recurringIndicator = false;
  }),
  inRecord("berlin-consent-recurring-text", "recurringIndicator is a text", (body) => {
    body.recurringIndicator = "true";
  }),
  inRecord("berlin-consent-no-last-action", "Nothing says when a consent was used", (body) => {
    delete body.lastActionDate;
  }),
  {
    name: "berlin-consent-for-nothing",
    description: "A consent for no account is made",
    wire: (response, { method, path }) => {
      if (method === "POST" && CONSENT.test(path) && response.status === 400)
        Object.assign(response, { status: 201, body: { consentId: "empty" } });
    },
  },
  refusalFault(
    "berlin-consent-unreadable",
    "A consent cannot be read",
    ({ method, path }) => method === "GET" && RECORD.test(path),
    toRefusal(405, "SERVICE_INVALID"),
  ),
  refusalFault("berlin-consent-end-refused", "A consent cannot be ended", isConsent("DELETE"), {
    ...toRefusal(405, "SERVICE_INVALID"),
  }),
  refusalFault(
    "berlin-consent-end-later",
    "The end of a consent is answered 202",
    isConsent("DELETE"),
    {
      ...{ status: 202, body: undefined },
    },
  ),
  {
    name: "berlin-consent-survives-end",
    description: "A consent goes on after its end",
    reply: (part, { method }) =>
      part === "consents" && method === "DELETE" ? { status: 204 } : undefined,
  },
  headerFault("berlin-no-request-id", "Responses do not repeat X-Request-ID", "x-request-id", null),
  headerFault(
    "berlin-other-request-id",
    "Responses have an X-Request-ID of the bank’s own",
    "x-request-id",
    "99391c7e-ad88-49ec-a2ad-99ddcb1f7721",
  ),
  {
    name: "berlin-lists-refused",
    description: "A consent is for all accounts, and takes no lists",
    ...bodyFault(({ access }) => access?.allPsd2 === undefined),
  },
  {
    name: "berlin-offers-refused",
    description: "A consent names its accounts, and the customer chooses none",
    ...bodyFault(({ access }) => (access?.accounts?.length ?? 0) === 0),
  },
  refusalFault(
    "berlin-person-headers-refused",
    "Headers that name a person are refused in requests for data",
    ({ headers, path }) => "psu-ip-address" in headers && !CONSENT.test(path),
    toRefusal(400, "FORMAT_ERROR"),
  ),
  refusalFault(
    "berlin-date-needed",
    "Requests need the header Date",
    ({ headers: { date } }) => !/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(date ?? ""),
    toRefusal(400, "FORMAT_ERROR"),
  ),
  {
    name: "berlin-token-role-needed",
    description: "The address of tokens needs a role in its query",
    reply: (part, { url = "" }) =>
      part === "token" && !url.includes("role=DEDICATED_AISP")
        ? { status: 400, body: { error: "invalid_request" } }
        : undefined,
  },
  refusalFault(
    "berlin-person-headers-needed",
    "Requests for data have to name a person",
    ({ headers, path }) => !("psu-ip-address" in headers) && !CONSENT.test(path),
    toRefusal(400, "FORMAT_ERROR"),
  ),
];

/**
 * A refusal of new consents by their body.
 * @param {(body: Body) => boolean} isRefused
 * @returns {Pick<Fault, "consent">}
 */
function bodyFault(isRefused) {
  return { consent: (body) => (isRefused(body) ? toRefusal(400, "FORMAT_ERROR") : undefined) };
}
