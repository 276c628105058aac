import { createHash, randomBytes } from "node:crypto";

export const RETURN_ADDRESS = "http://localhost:8080/oauth/return";
const SECRET = "a-secret-of-thirty-two-characters";
export const CLIENT = {
  id: "service-link",
  name: "Service Link",
  secret: SECRET,
  redirectUris: [RETURN_ADDRESS],
};

const ALL_SCOPES = "openid offline_access Account Customer Transactions";

type Step = { status: number; location: string; text: string };

/** A person's browser at a bank. It keeps cookies, and returns redirects without following them. */
export const openBrowser = (origin: string) => {
  const cookies = new Map<string, string>();
  return async (address: string, form?: URLSearchParams): Promise<Step> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(address, origin), {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location") ?? "";
    return { status: answer.status, location, text: await answer.text() };
  };
};

export type Authorization = {
  /** The parameters with which the browser came back to the client. */
  returned: URLSearchParams;
  verifier: string;
  nonce: string;
};

type Visit = {
  login?: string;
  /** The accounts to share; default: all offered accounts. */
  accounts?: readonly string[] | "cancel";
  /** A browser with the cookies of an earlier visit; default: a new browser. */
  browser?: ReturnType<typeof openBrowser>;
  /** Leaves `iss` out of the return, as some banks do of their refusals. */
  leavesIssuerOut?: boolean;
  scope?: string;
  parameters?: Record<string, string>;
};

/** The parameters of an authorization request, with the verifier and the nonce. */
export const authorizationRequest = ({ scope = ALL_SCOPES, parameters = {} }: Visit = {}) => {
  const verifier = randomBytes(32).toString("base64url");
  const nonce = randomBytes(16).toString("base64url");
  const query = new URLSearchParams({
    client_id: CLIENT.id,
    response_type: "code",
    redirect_uri: RETURN_ADDRESS,
    scope,
    prompt: "consent",
    state: "state-1",
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...parameters,
  });
  return { query, verifier, nonce };
};

/** Signs in and shares accounts on the bank's pages; returns the parameters of the callback. */
export const authorize = async (issuer: string, visit: Visit = {}): Promise<Authorization> => {
  const { query, verifier, nonce } = authorizationRequest(visit);
  const parameters = await walkThrough(issuer, `${issuer}/authorize?${query}`, visit);
  return { returned: parameters, verifier, nonce };
};

/** Follows an authorization address through the bank's pages, up to the redirect to the client. */
export const walkThrough = async (
  issuer: string,
  address: string,
  {
    login = "ada",
    accounts,
    browser: go = openBrowser(issuer),
    leavesIssuerOut = false,
  }: Visit = {},
): Promise<URLSearchParams> => {
  const show = async (first: Step): Promise<Step> => {
    let step = first;
    while (step.location !== "" && !isAway(step.location, issuer)) {
      const next = await go(step.location);
      const post = selfPostedForm(next.text);
      if (next.location === "" && !post) return { ...next, location: step.location };
      step = post ? await go(post.action, post.fields) : next;
    }
    return step;
  };

  const loginPage = await show({ status: 303, location: address, text: "" });
  if (isAway(loginPage.location, issuer)) return parametersOf(loginPage);
  const credentials = new URLSearchParams({ login, password: "lantern" });
  const isRemembered = !loginPage.text.includes('name="password"');
  const consentPage = isRemembered
    ? loginPage
    : await show(await go(`${loginPage.location}/login`, credentials));
  const accountFields = [...consentPage.text.matchAll(/name="account" value="([^"]+)"/g)];
  const choice = accounts ?? accountFields.map(([, id = ""]) => id);
  const end =
    choice === "cancel" || !consentPage.text.includes('/consent"')
      ? await go(`${consentPage.location}/cancel`, new URLSearchParams())
      : await go(
          `${consentPage.location}/consent`,
          new URLSearchParams(choice.map((id) => ["account", id])),
        );
  const parameters = parametersOf(await show(end));
  if (leavesIssuerOut) parameters.delete("iss");
  return parameters;
};

/** A self-submitting form, with which the provider ends the previous user's session. */
function selfPostedForm(text: string) {
  const [, action] =
    /<form method="post" action="([^"]+\/session\/end\/confirm)">/.exec(text) ?? [];
  if (action === undefined) return null;
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  return { action, fields: new URLSearchParams(fields) };
}

const isAway = (location: string, issuer: string): boolean =>
  /^https?:/.test(location) && !location.startsWith(issuer);

/** The parameters of an address, from its fragment if it has one. */
const parametersOf = ({ location }: Step): URLSearchParams => {
  const { hash, searchParams } = new URL(location);
  return hash === "" ? searchParams : new URLSearchParams(hash.slice(1));
};

/** Calls the token endpoint as the client; returns the status and the body. */
export const callToken = async (
  issuer: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from(`${CLIENT.id}:${SECRET}`).toString("base64")}`,
  },
) => {
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: await answer.json() };
};

/** Exchanges the code of an authorization. */
export const exchange = (issuer: string, { returned, verifier }: Authorization) =>
  callToken(issuer, {
    grant_type: "authorization_code",
    code: returned.get("code") ?? "",
    redirect_uri: RETURN_ADDRESS,
    code_verifier: verifier,
  });

/** An access token of a customer who shares everything. */
export const accessToken = async (issuer: string, visit: Visit = {}): Promise<string> =>
  (await exchange(issuer, await authorize(issuer, visit))).body.access_token;

/** Calls the data API. */
export const callData = async (issuer: string, path: string, token: string) => {
  const answer = await fetch(`${issuer}/fdx/v6${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
