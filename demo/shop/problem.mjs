/**
 * @typedef {object} Facts What the page shows of a problem in addition to its message.
 * @property {string | null} code the bank service's error_code; null when it did not get to say one
 * @property {string | null} detail the bank service's words for developers
 * @property {string | null} request_id what to quote when asking about it
 */

/** @type {Facts} */
const NOTHING_MORE = { code: null, detail: null, request_id: null };

/** A failure with a text for customers, and an HTTP status. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Facts} facts
   * @param {unknown} cause
   */
  constructor(status, message, facts = NOTHING_MORE, cause = undefined) {
    super(message, { cause });
    this.name = "Problem";
    this.status = status;
    this.facts = facts;
  }

  /** The problem as JSON for the page. */
  toJSON() {
    return { message: this.message, ...this.facts };
  }
}
