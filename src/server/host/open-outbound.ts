import { createInstitutionHttp } from "../adapters/institution-http.ts";
import { createMailer } from "../adapters/mail.ts";
import { createOperatorOidc } from "../adapters/operator-oidc.ts";
import { createOutboundHttp } from "../adapters/outbound-http.ts";
import { createPrivateHostCheck } from "../adapters/private-host.ts";
import type { Services } from "../domain/services.ts";
import { observeInstitutionHttp, observeOutboundHttp } from "../telemetry/observe-http.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Settings } from "./settings/settings.ts";

type Options = {
  /** The name of mails' sender if the settings give an address alone. */
  brandTitle: string;
  clock: () => number;
  /** The limit of time for a response, in ms. */
  responseLimit: number | undefined;
  telemetry: Telemetry | undefined;
};

/** The services that send requests or mails to other hosts. */
type Outbound = Pick<
  Services,
  "outboundHttp" | "institutionHttp" | "isPrivateHost" | "mailer" | "operatorIdentity"
>;

/** Opens the clients for outgoing requests and mails; `close` closes their connections. */
export const openOutbound = (
  settings: Settings,
  { clock, responseLimit, telemetry, brandTitle }: Options,
): { outbound: Outbound; close(): Promise<unknown> } => {
  const { environment, outboundHosts, privateInstitutionHosts: privateHosts } = settings;
  const limit = responseLimit === undefined ? {} : { responseLimit };
  const outboundHttp = createOutboundHttp({ environment, outboundHosts, ...limit });
  const institutionHttp = createInstitutionHttp({
    environment,
    outboundHosts,
    privateHosts,
    ...limit,
  });
  const mailer = createMailer(settings.mail && { ...settings.mail, name: brandTitle });
  return {
    outbound: {
      outboundHttp: telemetry ? observeOutboundHttp(outboundHttp, telemetry) : outboundHttp,
      institutionHttp: telemetry
        ? observeInstitutionHttp(institutionHttp, telemetry, settings.traces?.toInstitutions)
        : institutionHttp,
      isPrivateHost: createPrivateHostCheck({ environment, privateHosts }),
      mailer,
      operatorIdentity:
        settings.operatorOidc &&
        createOperatorOidc({ ...settings.operatorOidc, outboundHosts }, clock),
    },
    close: () => Promise.all([outboundHttp.close(), institutionHttp.close(), mailer?.close()]),
  };
};
