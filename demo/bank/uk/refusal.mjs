import { Refusal } from "../data-api/refusal.mjs";

/** A refusal in the shape of UK Open Banking: a list of errors, each with a code; a token's has no body. */
export class UkRefusal extends Refusal {
  /** @override */
  toJSON() {
    return {
      Code: `${this.status}`,
      Message: "The request was refused.",
      Errors: [{ ErrorCode: this.code, Message: this.message }],
    };
  }
}
