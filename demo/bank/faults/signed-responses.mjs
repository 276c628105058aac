/** @import { Body, Fault, Tools } from "./types.d.mts" */

/**
 * A fault of the claims of a signed response.
 * @param {string} name
 * @param {string} description
 * @param {(claims: Body) => void} change
 * @returns {Fault}
 */
const claimFault = (name, description, change) => ({
  name,
  description,
  signedReturn: (claims, sign) => {
    change(claims);
    return sign(claims, "bank");
  },
});

/** The faults of the responses that FAPI 1 Advanced has signed: by an ID token next to the code, or in a JWT (JARM).
 * @type {readonly Fault[]}
 */
export const signedResponseFaults = [
  {
    name: "response-unsigned",
    description: "The customer comes back without the signature",
    signedReturn: () => Promise.resolve(null),
  },
  {
    name: "response-other-key",
    description: "The response is signed with a key that is not published",
    signedReturn: (claims, sign) => sign(claims, "other"),
  },
  claimFault("response-no-issuer", "The signed response does not say iss", (claims) => {
    delete claims.iss;
  }),
  claimFault("response-other-issuer", "The signed response is of another bank", (claims) => {
    claims.iss = "https://another-bank.example";
  }),
  claimFault("response-other-audience", "The signed response is for another client", (claims) => {
    claims.aud = "another-client";
  }),
  claimFault("response-expired", "The signed response has expired", (claims) => {
    claims.exp = Math.floor(Date.now() / 1000) - 600;
  }),
  claimFault("response-for-ever", "The signed response is good for a year", (claims) => {
    claims.exp = Math.floor(Date.now() / 1000) + 365 * 86_400;
  }),
  claimFault("response-no-nonce", "The detached signature has no nonce", (claims) => {
    delete claims.nonce;
  }),
  claimFault("response-no-code-hash", "The detached signature has no c_hash", (claims) => {
    delete claims.c_hash;
  }),
  claimFault("response-other-code-hash", "The detached signature is of another code", (claims) => {
    claims.c_hash = "AAAAAAAAAAAAAAAAAAAAAA";
  }),
  claimFault("response-no-state-hash", "The detached signature has no s_hash", (claims) => {
    delete claims.s_hash;
  }),
  claimFault(
    "response-other-state-hash",
    "The detached signature is of another state",
    (claims) => {
      claims.s_hash = "AAAAAAAAAAAAAAAAAAAAAA";
    },
  ),
];
