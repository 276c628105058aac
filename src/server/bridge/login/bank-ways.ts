import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { InstitutionRow } from "../../../protocol/institution.ts";
import type { LoginForm } from "../../../protocol/link/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { InstitutionFilter } from "../../domain/connectors/directory.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import type { Services } from "../../domain/services.ts";
import { toRow } from "../session/session-state.ts";

/**
 * Returns the question about the way to a bank, instead of its form. Null if there is only one way,
 * or the operator's order decides. A file comes last, if the session accepts files.
 */
export const waysQuestion = (
  { directory }: Pick<Services, "directory">,
  bank: CatalogueInstitution,
  { filter, language }: { filter: InstitutionFilter; language: Language },
): LoginForm | null => {
  if (!directory.ways().asks) return null;
  const rows = directory.rows(filter);
  const ways =
    rows
      .find(({ institution }) => institution === bank)
      ?.ways.filter(({ supported, enabled }) => supported && enabled) ?? [];
  if (ways.length < 2) return null;
  const files = rows.flatMap(({ institution }) =>
    PURPOSES[institution.purpose].accounts.update === "added" ? [institution] : [],
  );
  return {
    institution: toRow(bank, language),
    ...{ url: null, health: bank.health, purpose: "login", fields: [], consent: null },
    ways: [
      ...ways.map((way) => labelled(way, ways, language)),
      ...files.map((file) => ({ ...toRow(file, language), way: true as const })),
    ],
  };
};

/** Returns a way as a row. Its label describes the way, and the country if countries differ. */
function labelled(
  institution: CatalogueInstitution,
  ways: readonly CatalogueInstitution[],
  language: Language,
): InstitutionRow {
  const { way, name } = institution;
  if (!way) return { ...toRow(institution, language), way: true };
  const label = FORM_WORDS[language].ways[way.kind](name);
  const isAlone = ways.filter((other) => other.way?.kind === way.kind).length === 1;
  const places = new Intl.DisplayNames(language, { type: "region" });
  const countries = way.countries.map((country) => places.of(country) ?? country).join(", ");
  return {
    ...toRow(institution, language),
    label: isAlone ? label : `${label} (${countries})`,
    way: true,
  };
}
