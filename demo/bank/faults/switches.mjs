import { authorizationFaults } from "./authorization.mjs";
import { berlinGroupFaults } from "./berlin-group/index.mjs";
import { dataFaults } from "./data.mjs";
import { keyFaults } from "./keys.mjs";
import { metadataFaults } from "./metadata.mjs";
import { signedResponseFaults } from "./signed-responses.mjs";
import { tokenFaults } from "./tokens.mjs";
import { transactionFaults } from "./transactions.mjs";
import { ukFaults } from "./uk/index.mjs";

/** @import { Fault, Group } from "./types.d.mts" */

/** @type {readonly Group[]} */
const OPEN_ID_FAULTS = [
  { title: "Metadata", faults: metadataFaults },
  { title: "Keys", faults: keyFaults },
  { title: "Authorization", faults: authorizationFaults },
  { title: "Tokens", faults: tokenFaults },
];

/**
 * All faults that a bank of FDX can have, by the part of it.
 * @type {readonly Group[]}
 */
export const FAULTS = [
  ...OPEN_ID_FAULTS,
  { title: "Customer and accounts", faults: dataFaults },
  { title: "Transactions and paging", faults: transactionFaults },
];

/** The faults of a data API that are the same by each standard. */
const SHARED = /^data-(down|slow|rate-limited|rate-limited-silently|garbled|html|without-token)$/;

/**
 * The faults of the data of the other standards.
 * @type {Readonly<Record<"uk" | "berlin-group", readonly Group[]>>}
 */
export const WIRE_FAULTS = {
  uk: ukFaults,
  "berlin-group": berlinGroupFaults,
};

/**
 * The faults that a bank of a standard can have, by the part of it.
 * @param {"fdx" | "uk" | "berlin-group"} standard
 * @returns {readonly Group[]}
 */
export const faultsOf = (standard) =>
  standard === "fdx"
    ? FAULTS
    : [
        ...OPEN_ID_FAULTS,
        ...(standard === "uk" ? SIGNED_FAULTS : []),
        { title: "Data", faults: dataFaults.filter(({ name }) => SHARED.test(name)) },
        ...WIRE_FAULTS[standard],
      ];

/** The faults of a bank of the UK that signs its responses.
 * @type {readonly Group[]}
 */
export const SIGNED_FAULTS = [{ title: "Signed responses", faults: signedResponseFaults }];

/** @type {ReadonlyMap<string, Fault>} */
const BY_NAME = new Map(
  [...FAULTS, ...SIGNED_FAULTS, ...ukFaults, ...berlinGroupFaults]
    .flatMap(({ faults }) => faults)
    .map((fault) => [fault.name, fault]),
);

/**
 * The faults that are switched on. A request can ask for more, for itself alone, by `?misbehave=name,name`.
 */
export const createFaultSwitches = () => {
  /** @type {Set<Fault>} */
  const on = new Set();
  return {
    /** @param {readonly string[]} names */
    set: (names) => {
      const faults = names.map(faultOf);
      on.clear();
      for (const fault of faults) on.add(fault);
    },
    /** @param {string} name */
    isOn: (name) => on.has(faultOf(name)),
    /**
     * The faults that are active for a request, or in general.
     * @param {string | undefined} [url]
     * @returns {Fault[]}
     */
    active: (url) => {
      const faultNames = new URL(url ?? "/", "http://bank").searchParams.get("misbehave");
      return [...on, ...(faultNames === null ? [] : faultNames.split(",").map(faultOf))];
    },
  };
};

/** @param {string} name */
function faultOf(name) {
  const fault = BY_NAME.get(name);
  if (!fault) throw new RangeError(`the demo bank knows no fault "${name}"`);
  return fault;
}
