import { austria } from "./at.ts";
import { estonia, latvia, lithuania } from "./baltics.ts";
import { belgium, netherlands } from "./benelux.ts";
import { canada } from "./ca.ts";
import { germany } from "./de.ts";
import { france } from "./fr.ts";
import { unitedKingdom } from "./gb.ts";
import { portugal, spain } from "./iberia.ts";
import { ireland } from "./ie.ts";
import type { SandboxInstitution } from "./institution.ts";
import { italy } from "./it.ts";
import { norway, sweden } from "./nordics.ts";
import { unitedStates } from "./us.ts";

/** Every institution of the sandbox, all fictitious; within a country, most prominent first. */
export const SANDBOX_INSTITUTIONS: readonly SandboxInstitution[] = [
  ...unitedStates,
  ...canada,
  ...unitedKingdom,
  ...france,
  ...germany,
  ...spain,
  ...italy,
  ...netherlands,
  ...ireland,
  ...belgium,
  ...portugal,
  ...austria,
  ...sweden,
  ...norway,
  ...estonia,
  ...lithuania,
  ...latvia,
];
