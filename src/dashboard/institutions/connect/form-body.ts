import type { DashboardInstitutionDetails } from "../../../protocol/dashboard/dashboard-overview.ts";

/** The stored connection of an institution, without its secrets. */
export type StoredConnection = DashboardInstitutionDetails["connection"];

/** The fields that are sent as typed, unless they are empty. */
const TEXTS = [
  "issuer",
  "issued_client_id",
  "client_secret",
  "private_key",
  "certificate",
  "certificate_key",
  "next_certificate",
  "next_certificate_key",
  "seal_certificate",
  "seal_certificate_key",
  "next_seal_certificate",
  "next_seal_certificate_key",
  "authentication",
  "data_url",
  "scopes",
  "resource",
  "requests_per_day",
  "dpop",
  "dialect",
  "security",
  "approach",
];
const SWITCHES = [
  "ciba",
  "own_redirect_uri",
  "another_issuer",
  "forget_certificate",
  "forget_seal_certificate",
];

/** Returns the request's body for the form. */
export const connectBody = (
  form: FormData,
  { id, isEdit }: { id: string | null; isEdit: boolean },
): object => {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const texts = TEXTS.flatMap((name) => (text(name) === "" ? [] : [[name, text(name)]]));
  return {
    institution_id: id ?? text("institution_id"),
    issuer: "",
    issued_client_id: "",
    ...Object.fromEntries(texts),
    ...(text("requests_per_day") !== "" && { requests_counted_by: text("requests_counted_by") }),
    ...Object.fromEntries(SWITCHES.flatMap((name) => (form.has(name) ? [[name, true]] : []))),
    // An empty text removes the stored values.
    ...Object.fromEntries(
      ["authorities", "deviations"].flatMap((name) =>
        isEdit || text(name) !== "" ? [[name, text(name)]] : [],
      ),
    ),
    ...(isEdit && { keep_secrets: true }),
    ...(id === null && {
      institution: {
        name: text("name"),
        url: text("url"),
        country_codes: form.getAll("country_codes"),
        products: form.getAll("products"),
      },
    }),
  };
};

/** The problem of each wrong field, as a sentence. */
export type FieldProblems = Record<string, string>;

/** Returns the attributes of a field by its name. The field's id is unique among forms. */
export const connectField = (name: string, problems: FieldProblems) => ({
  name,
  id: `connect-${name}`,
  problem: problems[name],
});
