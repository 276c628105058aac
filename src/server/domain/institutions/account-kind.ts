import { ACCOUNT_SUBTYPES } from "../../../protocol/vocabulary.ts";
import { Operator } from "./bank-operator.ts";

/** The types and subtypes of accounts, such as `depository/checking`. */
const ACCOUNT_KINDS = Object.entries(ACCOUNT_SUBTYPES).flatMap(([type, subtypes]) =>
  subtypes.map((subtype) => `${type}/${subtype}`),
);

/** The operator of an account's type, whose values are known in advance. */
export const AccountKind = Operator.refine(
  (operator) => {
    if (typeof operator === "string") return false;
    const values =
      "text" in operator
        ? [operator.text]
        : "map" in operator
          ? [
              ...Object.values(operator.map),
              ...(operator.else === undefined ? [] : [operator.else]),
            ]
          : [""];
    return values.every((value) => ACCOUNT_KINDS.includes(value));
  },
  { error: `must be {"text"} or {"of","map"} with values of ${ACCOUNT_KINDS.join(", ")}` },
);
