import { Fault } from "../../../domain/fault.ts";
import type { InstitutionStandard } from "../../../domain/institutions/institution-registration.ts";
import type { Dialect } from "../dialect.ts";
import { berlinGroup } from "./berlin-group/dialect.ts";
import { cdr } from "./cdr/dialect.ts";
import { fdx } from "./fdx/dialect.ts";
import { uk } from "./uk/dialect.ts";

/** The dialects of data APIs. A new dialect needs a folder, and a line here. */
export const DIALECTS: readonly Dialect[] = [fdx, uk, berlinGroup, cdr];

/** The dialect of a connection; throws INSTITUTION_REGISTRATION_REQUIRED for an unknown dialect. */
export const findDialect = ({ dialect: name }: Pick<InstitutionStandard, "dialect">): Dialect => {
  const dialect = DIALECTS.find((each) => each.name === name);
  if (dialect) return dialect;
  throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
    cause: new Error(`there is no dialect ${name}: connect it with another one`),
  });
};
