import type { ErrorCode } from "../../../protocol/errors.ts";
import { MAX_FAULTS_LISTED } from "../../../protocol/problems.ts";
import { Fault } from "../../domain/fault.ts";

/** The faults in the elements of a list. */
export type FaultList = {
  /** Adds that an element's field is wrong; `what` reads on with the field's name. */
  add(code: ErrorCode, what: string, index: number, field: string): void;
  /** Throws all, under the code of the first, if there are any. */
  throwIfAny(): void;
};

/** An empty list of faults; the first hundred are named. */
export const createFaultList = (list: string): FaultList => {
  const fields = new Map<string, string[]>();
  let first: ErrorCode | null = null;
  let count = 0;
  return {
    add: (code, what, index, field) => {
      first ??= code;
      count += 1;
      if (count > MAX_FAULTS_LISTED) return;
      const name = `${list}[${index}].${field}`;
      const others = fields.get(what);
      if (others) others.push(name);
      else fields.set(what, [name]);
    },
    throwIfAny: () => {
      if (first === null) return;
      const sentences = [...fields].map(([what, names]) => `${what} ${names.join(", ")}`);
      const rest = count - MAX_FAULTS_LISTED;
      if (rest > 0) sentences.push(`and ${rest} more`);
      throw new Fault(first, { message: sentences.join("; ") });
    },
  };
};
