import { refusalFault, wireFault } from "../wire-fault.mjs";

/** @import { Body, Fault } from "../types.d.mts" */

const START = /\/authorisations$/;
const RECORD = /\/authorisations\/[^/]+$/;
/** A customer who has signed in before receives the methods at the start. */
const EITHER = /\/authorisations(\/[^/]+)?$/;

/**
 * @param {number} status
 * @param {string} code
 */
const toRefusal = (status, code) => ({
  status,
  body: { tppMessages: [{ category: "ERROR", code, text: "No." }] },
});

/**
 * A refusal of the step of a form whose response has a field.
 * @param {string} name
 * @param {string} description
 * @param {(body: Body) => boolean} isStep
 * @param {ReturnType<typeof toRefusal>} refusal
 */
const stepFault = (name, description, isStep, refusal) =>
  wireFault(RECORD, name, description, (body, response, { method }) => {
    if (method === "PUT" && isStep(body)) Object.assign(response, refusal);
  });

/**
 * A fault of each method that a customer chooses from.
 * @param {string} name
 * @param {string} description
 * @param {(method: Body) => void} change
 */
const eachMethod = (name, description, change) =>
  wireFault(EITHER, name, description, (body) => {
    for (const method of body.scaMethods ?? []) change(method);
  });

/** @type {readonly Fault[]} */
export const berlinAppFaults = [
  refusalFault(
    "berlin-authorisation-refused",
    "No authorization can be started",
    ({ method, path }) => method === "POST" && START.test(path),
    toRefusal(405, "SERVICE_INVALID"),
  ),
  wireFault(START, "berlin-authorisation-no-id", "An authorization has no id", (body) => {
    delete body.authorisationId;
  }),
  wireFault(
    START,
    "berlin-authorisation-not-created",
    "The start of an authorization is answered 200",
    (_, response) => {
      response.status = 200;
    },
  ),
  wireFault(START, "berlin-authorisation-no-link", "No link leads to its state", (body) => {
    delete body._links.scaStatus;
  }),
  wireFault(START, "berlin-authorisation-no-message", "Nothing leads the customer", (body) => {
    delete body.psuMessage;
  }),
  wireFault(START, "berlin-authorisation-unknown-status", "scaStatus is PENDING", (body) => {
    body.scaStatus = "PENDING";
  }),
  wireFault(RECORD, "berlin-authorisation-never-done", "An approval changes nothing", (body) => {
    body.scaStatus = "psuAuthenticated";
  }),
  refusalFault(
    "berlin-authorisation-unreadable",
    "An authorization cannot be watched",
    ({ method, path }) => method === "GET" && RECORD.test(path),
    toRefusal(405, "SERVICE_INVALID"),
  ),
];

/** @type {readonly Fault[]} */
export const berlinFormFaults = [
  stepFault(
    "berlin-password-refused",
    "A password is no step",
    (body) => body.scaMethods !== undefined,
    toRefusal(400, "FORMAT_ERROR"),
  ),
  eachMethod("berlin-methods-no-id", "Methods have no id", (method) => {
    delete method.authenticationMethodId;
  }),
  eachMethod("berlin-methods-same-id", "All methods have one id", (method) => {
    method.authenticationMethodId = "method";
  }),
  eachMethod("berlin-methods-unknown-type", "Methods are of a type of the bank’s own", (method) => {
    method.authenticationType = "OTP";
  }),
  eachMethod("berlin-methods-no-name", "Methods have no name", (method) => {
    delete method.name;
  }),
  stepFault(
    "berlin-method-refused",
    "A method of the list is unknown",
    (body) => body.chosenScaMethod !== undefined,
    toRefusal(400, "SCA_METHOD_UNKNOWN"),
  ),
  wireFault(RECORD, "berlin-challenge-silent", "Nothing says how the code comes", (body) => {
    delete body.challengeData;
  }),
  wireFault(RECORD, "berlin-challenge-drawing", "A picture is an SVG", (body) => {
    if (body.challengeData) body.challengeData = { image: "PHN2Zy8+" };
  }),
  stepFault(
    "berlin-code-refused",
    "No code is right",
    (body) => body.scaStatus === "finalised",
    toRefusal(401, "PSU_CREDENTIALS_INVALID"),
  ),
];
