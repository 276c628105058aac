import { Problem } from "./problem.mjs";

/**
 * Calls one path of the bank service; returns the body, or throws a 502 `Problem`. `wanted` names
 * the fields that the answer must have.
 * @typedef {(path: string, fields: Record<string, unknown>, wanted: string[]) => Promise<any>} Call
 */

const PATIENCE = 15_000;

/**
 * The bank service, as seen by an application: every call is a POST of JSON that carries the keys.
 * @param {{ apiOrigin: string, clientId: string, secret: string }} options
 * @returns {Call}
 */
export const bankService =
  ({ apiOrigin, clientId, secret }) =>
  async (path, fields, statuses) => {
    let status, body;
    try {
      const answer = await fetch(new URL(path, apiOrigin), {
        method: "POST",
        headers: { "content-type": "application/json", "service-version": "2020-09-14" },
        body: JSON.stringify({ client_id: clientId, secret, ...fields }),
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE),
      });
      status = answer.status;
      body = Object(await answer.json());
    } catch (cause) {
      throw noAnswer(cause);
    }
    if (status === 200 && statuses.every((name) => name in body)) return body;
    if (typeof body.error_code !== "string") throw noAnswer(body);
    throw new Problem(
      502,
      body.display_message ?? "The bank service could not do that. Please try again.",
      { code: body.error_code, detail: body.error_message, request_id: body.request_id },
    );
  };

/** @param {unknown} cause */
const noAnswer = (cause) =>
  new Problem(
    502,
    "We could not reach the bank service. Please try again in a moment.",
    undefined,
    cause,
  );
