/** A refusal of the data API, in the shape that FDX gives errors: `code`, `message`, `debugMessage`. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code of the FDX specification
   * @param {string} message
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  toJSON() {
    return { code: this.code, message: this.message };
  }
}
