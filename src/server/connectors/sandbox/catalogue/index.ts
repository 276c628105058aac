import { austria } from "./at.ts";
import { belgium } from "./be.ts";
import { canada } from "./ca.ts";
import { germany } from "./de.ts";
import { estonia } from "./ee.ts";
import { spain } from "./es.ts";
import { france } from "./fr.ts";
import { unitedKingdom } from "./gb.ts";
import { ireland } from "./ie.ts";
import type { SandboxInstitution } from "./institution.ts";
import { italy } from "./it.ts";
import { lithuania } from "./lt.ts";
import { latvia } from "./lv.ts";
import { netherlands } from "./nl.ts";
import { norway } from "./no.ts";
import { portugal } from "./pt.ts";
import { sweden } from "./se.ts";
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
