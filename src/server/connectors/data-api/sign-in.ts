import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { type Approach, hasPreStep } from "../../domain/institutions/institution-registration.ts";
import { startAuthorization } from "./authorization.ts";
import { requestApproval, USER_FIELD } from "./backchannel.ts";
import { startAtSite, startInApp } from "./consent-authorisation.ts";
import { type FormStep, startByForm } from "./consent-form.ts";
import { type RequestedConsent, requestConsent } from "./consent-request.ts";
import { type Grant, parseGrant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { asksForAccounts, namedAccounts } from "./named-accounts.ts";

type SignIn = {
  credentials: Readonly<Record<string, string>>;
  products: readonly Product[];
  now: number;
  /** The future grant's id, if the sign-in yields one. */
  id: string;
  state: string;
  redirectUri: string;
  language?: Language | undefined;
  /** Whether the institution must ask for a sign-in, in spite of its session in the browser. */
  reauthenticate?: boolean | undefined;
  connectorState?: string | null | undefined;
};
type FirstStep = Awaited<ReturnType<Connector["start"]>>;

/** Starts a sign-in by the connection's flow and approach. A form's user may already be done. */
export const startSignIn = async (
  client: IssuerClient,
  signIn: SignIn,
): Promise<FirstStep | FormStep> => {
  const { connection } = client;
  const { products, language } = signIn;
  if (connection.flow === "ciba") {
    const user = signIn.credentials[USER_FIELD] ?? "";
    return {
      at: "approval",
      ...(await requestApproval(client, { user, products, ...(language && { language }) })),
    };
  }
  if (hasPreStep(connection.standard)) {
    const redirectUri = ownRedirectUri(client, signIn);
    return {
      at: "redirect",
      ...(await startAuthorization(client, { ...signIn, redirectUri, consent: null })),
    };
  }
  return startConsent(client, signIn, null);
};

const ownRedirectUri = (
  { connection: { ownRedirectUri: isOwn, institutionId } }: IssuerClient,
  { redirectUri }: Pick<SignIn, "redirectUri">,
): string => (isOwn ? `${redirectUri}/${institutionId}` : redirectUri);

/**
 * Creates a consent, if the dialect has one, and starts its authorization. `grant` is the earlier
 * sign-in, if any.
 */
export const startConsent = async (
  client: IssuerClient,
  signIn: SignIn,
  grant: Grant | null,
): Promise<FirstStep | FormStep> => {
  const { connection } = client;
  const { products, language, now, state } = signIn;
  const redirectUri = ownRedirectUri(client, signIn);
  const previous = parseGrant({ connectorState: signIn.connectorState ?? null });
  const user = signIn.credentials[USER_FIELD] ?? null;
  const accounts = asksForAccounts(client.dialect, connection.standard)
    ? namedAccounts(signIn.credentials, language)
    : [];
  const request = { previous, redirectUri, state, user, now, accounts, grant };
  const consent = await requestConsent(client, products, request);
  return STARTS[connection.standard.approach](client, { ...signIn, redirectUri }, consent);
};

type Start = (
  client: IssuerClient,
  signIn: SignIn,
  consent: RequestedConsent | null,
) => Promise<FirstStep | FormStep>;

const STARTS: Record<Approach, Start> = {
  oauth: async (client, signIn, consent) => ({
    at: "redirect",
    ...(await startAuthorization(client, { ...signIn, consent })),
  }),
  redirect: async (client, { redirectUri }, consent) => ({
    at: "redirect",
    ...(await startAtSite(client, requireConsent(consent), redirectUri)),
  }),
  decoupled: async (client, _, consent) => ({
    at: "approval",
    ...(await startInApp(client, requireConsent(consent))),
  }),
  embedded: (client, { credentials, language, id }, consent) =>
    startByForm(client, requireConsent(consent), {
      ...{ credentials, id, language },
    }),
};

/** A dialect with an approach has consents, as `defineDialect` ensures. */
function requireConsent(consent: RequestedConsent | null): RequestedConsent {
  if (!consent) throw new Error("an approach without a consent");
  return consent;
}
