import { headerFault, refusalFault, wireFault } from "../wire-fault.mjs";

/** @import { Body, Fault, WireRequest } from "../types.d.mts" */

const CONSENT = /^\/account-access-consents/;

/**
 * A fault of the consent in each response that has it.
 * @param {string} name
 * @param {string} description
 * @param {(data: Body, request: WireRequest) => void} change
 */
const inConsent = (name, description, change) =>
  wireFault(CONSENT, name, description, (body, _, request) => {
    if (body?.Data) change(body.Data, request);
  });

/** @param {string} code */
const errorJson = (code) => ({
  Code: "400",
  Message: "The request was refused.",
  Errors: [{ ErrorCode: code, Message: "No." }],
});

/** @param {string} method */
const isConsent = (method) => (/** @type {WireRequest} */ request) =>
  request.method === method && CONSENT.test(request.path);

/** @type {readonly Fault[]} */
export const ukConsentFaults = [
  {
    name: "uk-client-token-refused",
    description: "The client gets no token of its own",
    token: (body, { form }) =>
      form.get("grant_type") === "client_credentials" ? { error: "unauthorized_client" } : body,
  },
  {
    name: "uk-assertion-for-token-endpoint",
    description: "Assertions of clients have to be for the address of tokens",
    token: (body, { form, issuer }) =>
      readClaims({ id_token: form.get("client_assertion") ?? undefined }).aud === `${issuer}/token`
        ? body
        : { error: "invalid_client" },
  },
  {
    name: "uk-metadata-of-oauth",
    description: "There are metadata of OAuth, and none of OpenID Connect",
    reply: (part) => (part === "metadata" ? { status: 404 } : undefined),
  },
  refusalFault("uk-consent-refused", "No consent can be made", isConsent("POST"), {
    status: 400,
    body: errorJson("UK.OBIE.Field.Unexpected"),
  }),
  wireFault(CONSENT, "uk-consent-not-created", "A new consent is answered 200", (_, response) => {
    if (response.status === 201) response.status = 200;
  }),
  inConsent("uk-consent-no-id", "A consent has no id", (data) => {
    delete data.ConsentId;
  }),
  inConsent("uk-consent-unknown-status", "A consent is Pending", (data) => {
    data.Status = "Pending";
  }),
  inConsent("uk-consent-stays-waiting", "A consent waits after its user has agreed", (data) => {
    data.Status = "AwaitingAuthorisation";
  }),
  inConsent("uk-consent-fewer-permissions", "A consent has a permission less", (data) => {
    data.Permissions = data.Permissions.slice(1);
  }),
  inConsent("uk-consent-more-permissions", "A consent has a permission more", (data) => {
    data.Permissions = [...data.Permissions, "ReadOffers"];
  }),
  inConsent("uk-consent-no-creation-time", "Nothing says when a consent was made", (data) => {
    delete data.CreationDateTime;
  }),
  inConsent("uk-consent-zone-free-times", "The times of a consent have no zone", (data) => {
    data.CreationDateTime = data.CreationDateTime.slice(0, 19);
  }),
  inConsent("uk-consent-end-as-day", "A consent’s end is a day", (data) => {
    data.ExpirationDateTime = data.ExpirationDateTime?.slice(0, 10);
  }),
  inConsent("uk-consent-ended-before", "A consent ends before it is made", (data) => {
    data.ExpirationDateTime = "2020-01-01T00:00:00+00:00";
  }),
  {
    name: "uk-consent-for-nothing",
    description: "A consent without any permission is made",
    wire: (response, { method, path }) => {
      if (method === "POST" && CONSENT.test(path) && response.status === 400)
        Object.assign(response, { status: 201, body: { Data: { ConsentId: "empty" } } });
    },
  },
  refusalFault("uk-consent-unreadable", "A consent cannot be read", isConsent("GET"), {
    status: 405,
    body: errorJson("UK.OBIE.Unsupported"),
  }),
  refusalFault("uk-consent-end-refused", "A consent cannot be ended", isConsent("DELETE"), {
    status: 405,
    body: errorJson("UK.OBIE.Unsupported"),
  }),
  refusalFault(
    "uk-consent-end-with-body",
    "The end of a consent is answered 200",
    isConsent("DELETE"),
    {
      status: 200,
      body: {},
    },
  ),
  {
    name: "uk-consent-survives-end",
    description: "A consent goes on after its end",
    reply: (part, { method }) =>
      part === "consents" && method === "DELETE" ? { status: 204 } : undefined,
  },
  headerFault(
    "uk-no-interaction-id",
    "Responses do not repeat x-fapi-interaction-id",
    "x-fapi-interaction-id",
    null,
  ),
  headerFault(
    "uk-other-interaction-id",
    "Responses have an x-fapi-interaction-id of the bank’s own",
    "x-fapi-interaction-id",
    "93bac548-d2de-4546-b106-880a5018460d",
  ),
  {
    name: "uk-id-token-no-consent",
    description: "The id token does not name the consent",
    token: async (body, { sign }) => {
      const { openbanking_intent_id: _, ...claims } = readClaims(body);
      return body.id_token ? { ...body, id_token: await sign(claims, "bank") } : body;
    },
  },
  {
    name: "uk-id-token-other-consent",
    description: "The id token names another consent",
    token: async (body, { sign }) =>
      body.id_token
        ? {
            ...body,
            id_token: await sign({ ...readClaims(body), openbanking_intent_id: "other" }, "bank"),
          }
        : body,
  },
  refusalFault(
    "uk-financial-id-needed",
    "Requests need the header x-fapi-financial-id",
    ({ headers }) => !("x-fapi-financial-id" in headers),
    { status: 400, body: errorJson("UK.OBIE.Header.Missing") },
  ),
  refusalFault(
    "uk-person-headers-refused",
    "Headers that name a person are refused",
    ({ headers, path }) => "x-fapi-customer-ip-address" in headers && /^\/accounts/.test(path),
    { status: 400, body: errorJson("UK.OBIE.Header.Invalid") },
  ),
];

/** @param {Body} body */
const readClaims = ({ id_token: idToken = ".e30." }) =>
  JSON.parse(Buffer.from(idToken.split(".")[1], "base64url").toString());
