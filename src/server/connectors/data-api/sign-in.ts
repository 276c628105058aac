import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import type { Approach } from "../../domain/institutions/institution-registration.ts";
import { requestApproval, startAuthorization, USER_FIELD } from "./authorization.ts";
import { startAtSite, startInApp } from "./consent-authorisation.ts";
import { type FormStep, startByForm } from "./consent-form.ts";
import { type RequestedConsent, requestConsent } from "./consent-request.ts";
import { grantOf } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

type SignIn = {
  credentials: Readonly<Record<string, string>>;
  products: readonly Product[];
  now: number;
  /** Names the grant, if the user gives it at once. */
  id: string;
  state: string;
  redirectUri: string;
  language: Language | undefined;
  /** Whether the institution has to ask for a sign-in although its session with the browser goes on. */
  reauthenticate: boolean | undefined;
  connectorState: string | null | undefined;
};
type FirstStep = Awaited<ReturnType<Connector["start"]>>;

/** Starts a sign-in by the connection's flow and approach; the user of a form may be done already. */
export const startSignIn = async (
  client: IssuerClient,
  signIn: SignIn,
): Promise<FirstStep | FormStep> => {
  const { connection } = client;
  const { products, language, now, state } = signIn;
  if (connection.flow === "ciba") {
    const user = signIn.credentials[USER_FIELD] ?? "";
    return {
      at: "approval",
      ...(await requestApproval(client, { user, products, ...(language && { language }) })),
    };
  }
  const redirectUri = connection.ownRedirectUri
    ? `${signIn.redirectUri}/${connection.institutionId}`
    : signIn.redirectUri;
  const previous = grantOf({ connectorState: signIn.connectorState ?? null });
  const user = signIn.credentials[USER_FIELD] ?? null;
  const request = { previous, redirectUri, state, user, now };
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

/** A dialect with an approach has consents, which `defineDialect` sees to. */
function requireConsent(consent: RequestedConsent | null): RequestedConsent {
  if (!consent) throw new Error("an approach without a consent");
  return consent;
}
