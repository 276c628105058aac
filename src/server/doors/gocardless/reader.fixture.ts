import { appGrant, appWithDoors, linkAt } from "../doors.fixture.ts";
import { Requisition, Tokens } from "./shapes.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

const BASE = "/gocardless/api/v2";

/** Calls the door as a client does; `token` is undefined for calls without one. */
export const callDoor = async (
  app: App,
  method: Method,
  path: string,
  { body, token, address }: { body?: unknown; token?: string; address?: string } = {},
) => {
  const answer = await app.request({
    method,
    url: BASE + path,
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && {
      payload: typeof body === "string" ? body : JSON.stringify(body),
    }),
    ...(address !== undefined && { remoteAddress: address }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: () => JSON.parse(answer.body),
  };
};

/** A client of an application's grant with an access token. */
export const reader = async (changes: Parameters<typeof appGrant>[2] = {}, on?: App) => {
  const app = on ?? (await appWithDoors());
  const { grant, secret } = await appGrant(app, "gocardless", changes);
  const keys = { secret_id: grant.grantId, secret_key: secret };
  const tokens = Tokens.parse((await callDoor(app, "POST", "/token/new/", { body: keys })).json());
  const call = (method: Method, path: string, body?: unknown, token = tokens.access) =>
    callDoor(app, method, path, { token, ...(body !== undefined && { body }) });
  const get = async (path: string) => (await call("GET", path)).json();
  const requisition = async (more: object = {}) => {
    const answer = await call("POST", "/requisitions/", {
      redirect: "http://localhost:5006/gocardless/link",
      institution_id: "ins_109508",
      ...more,
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.json()));
    return Requisition.parse(answer.json());
  };
  /** Has a user link an institution, and waits for the transactions. */
  const link = async (
    more: object = {},
    user: Parameters<typeof linkAt>[2] = {},
  ): Promise<ReturnType<typeof Requisition.parse>> => {
    const { id, link: url } = await requisition(more);
    const { result } = await linkAt(app, url, user);
    if (result.status !== 200) throw new Error(JSON.stringify(result.body));
    await app.runJobs();
    return Requisition.parse(await get(`/requisitions/${id}/`));
  };
  return { app, grant, keys, tokens, call, get, requisition, link };
};
