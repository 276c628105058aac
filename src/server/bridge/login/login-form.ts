import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { CredentialField, LoginForm, Renewal } from "../../../protocol/link/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { DOWNLOAD_PATHS } from "../../domain/connectors/download-paths.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { SAMPLE_FILE_PATH } from "../../domain/connectors/sample-file.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { PURPOSES, type Purpose } from "../../domain/institutions/purposes.ts";
import { itemState } from "../../domain/items/item-state.ts";
import { consentDue } from "../../domain/link/consent.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Services } from "../../domain/services.ts";
import { AMOUNT_FIELDS } from "../../domain/verification/verification.ts";
import { toRow } from "../session/session-state.ts";

/** Returns an institution's login form, in the session's language if translated. */
export const loginForm = (
  session: LinkSession,
  institution: CatalogueInstitution,
  services: Services,
): LoginForm => {
  const { language } = session.config;
  const common = {
    institution: toRow(institution, language),
    url: urlOf(institution, services),
    health: institution.health,
    consent: consentDue(session, institution, services),
  };
  if (isDepositConfirmation(session, institution))
    return { ...common, purpose: "amounts", fields: amountFields(language) };
  const { fields = institution.fields, help } = institution.translations?.[language] ?? {};
  const form = { ...common, purpose: institution.purpose, fields, ...(help && { help }) };
  return FORMS[institution.purpose](session, form, services, institution);
};

const urlOf = ({ purpose, url }: CatalogueInstitution, { environment }: Services) => {
  const { address } = PURPOSES[purpose];
  if (address === "site") return url;
  return address === "sample file" && environment === "sandbox" ? SAMPLE_FILE_PATH : null;
};

/**
 * The form for a file. In update mode the form names the Item's bank; in the sandbox it names the
 * accepted files.
 */
function fileForm(
  { config, updateItemId }: LinkSession,
  form: LoginForm,
  { environment }: Services,
): LoginForm {
  const { titles, note, sample, sampleFile, problems, download, ...words } =
    FORM_WORDS[config.language].files;
  const { lead, missing, columns, columnsHelp, questions, questionsHelp, sending, reading } = words;
  const { choose, drop } = words;
  return {
    ...form,
    fields: form.fields.filter(({ type }) => updateItemId === null || type === "file"),
    ...(updateItemId === null && {
      downloads: DOWNLOAD_PATHS.map(({ names, bank, path, format }) => ({
        names: [...names],
        lines: download(bank, path, format),
      })),
    }),
    texts: {
      title: updateItemId === null ? titles.first : titles.newer,
      note: note(config.clientName),
      sample: sampleFile,
      tooLarge: problems.FILE_TOO_LARGE,
      ...{ choose, drop },
      ...{ lead, missing, columns, columnsHelp, questions, questionsHelp, sending, reading },
    },
    ...(environment === "sandbox" && { help: sample }),
  };
}

type FormOf = (
  session: LinkSession,
  form: LoginForm,
  services: Services,
  institution: CatalogueInstitution,
) => LoginForm;

/** The functions that complete an institution's form, by purpose. */
const FORMS: Record<Purpose, FormOf> = {
  login: ({ config }, form, _, { approval, atSite, name }) => {
    const words = FORM_WORDS[config.language];
    if (atSite) return { ...form, at_site: true, help: words.ownAccounts.before(name) };
    return approval ? { ...form, help: words.approval.before(name) } : form;
  },
  numbers: (_, form) => form,
  file: fileForm,
};

/**
 * Adds facts for the user's sign-in: the host of the institution's own site, and in update mode the
 * waiting connection.
 */
export const withSignInFacts = async (
  form: LoginForm,
  { config, updateItemId }: LinkSession,
  services: Services,
): Promise<LoginForm> => {
  const { institution_id } = form.institution;
  if (PURPOSES[services.directory.get(institution_id).purpose].isConfirmedByAmounts) return form;
  const isAtSite = form.fields.length === 0 || form.at_site === true;
  const host = isAtSite ? await signInHost(institution_id, services) : null;
  const renewal = updateItemId === null ? null : await loadRenewal(updateItemId, services);
  const help =
    updateItemId === null ? null : await renewalHelp(updateItemId, config.language, services);
  return {
    ...form,
    ...(host !== null && { sign_in_host: host }),
    ...(renewal && { renewal }),
    ...(help !== null && { help }),
  };
};

/** The connector's own sentence for a repeated sign-in, or null. */
async function renewalHelp(
  itemId: string,
  language: Language,
  services: Services,
): Promise<string | null> {
  const item = await services.store.items.byItemId(itemId);
  if (!item) return null;
  const connector = services.directory.connectorOf(item.institutionId);
  if (!connector.renewalHelp) return null;
  const { connectorState } = await openLogin(services, item);
  return connectorState === null ? null : connector.renewalHelp(connectorState, language);
}

const signInHost = async (
  institutionId: string,
  { directory, publicUrl }: Services,
): Promise<string | null> => {
  const connector = directory.connectorOf(institutionId);
  if (connector.sandbox?.site(institutionId)) return new URL(publicUrl()).host;
  return (await connector.redirect?.host(institutionId)) ?? null;
};

async function loadRenewal(
  itemId: string,
  { clock, environment, store }: Services,
): Promise<Renewal | null> {
  const item = await store.items.byItemId(itemId);
  if (!item) return null;
  const { transactionsUpdatedAt: readAt } = await store.itemStatus.of(itemId);
  return {
    since: new Date(item.createdAt).toISOString(),
    last_read: readAt === null ? null : new Date(readAt).toISOString(),
    ended: itemState(item, { environment, now: clock() }) === "login_required",
    accounts: (await store.items.accounts(itemId)).map(({ account: { name, mask } }) => ({
      name,
      mask,
    })),
  };
}

/** Returns the fields for the two amounts of micro-deposits. */
export const amountFields = (language: Language): CredentialField[] => {
  const { first, second } = FORM_WORDS[language].amounts;
  return [
    { name: AMOUNT_FIELDS.first, label: first, type: "amount" },
    { name: AMOUNT_FIELDS.second, label: second, type: "amount" },
  ];
};

/** Whether a session confirms micro-deposits. */
export const isDepositConfirmation = (
  { updateItemId }: LinkSession,
  { purpose }: CatalogueInstitution,
): boolean => updateItemId !== null && PURPOSES[purpose].isConfirmedByAmounts;

/**
 * Throws if an institution accepts no logins now, before the user types a password. An outage
 * counts as a failed sign-in.
 */
export const requireAvailable = (
  { institutionId, supported, enabled, health }: CatalogueInstitution,
  { requestCounter }: Pick<Services, "requestCounter">,
): void => {
  if (!supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
  if (!enabled) throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  if (health !== "DOWN") return;
  requestCounter.record(institutionId, "item_logins", true);
  throw new Fault("INSTITUTION_DOWN");
};
