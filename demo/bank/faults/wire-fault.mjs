/** @import { Body, Fault, WireRequest, WireResponse } from "./types.d.mts" */

/**
 * A fault of the responses that succeed at some paths.
 * @param {RegExp} path
 * @param {string} name
 * @param {string} description
 * @param {(body: Body, response: WireResponse, request: WireRequest) => void} change
 * @returns {Fault}
 */
export const wireFault = (path, name, description, change) => ({
  name,
  description,
  wire: (response, request) => {
    if (response.status < 300 && path.test(request.path)) change(response.body, response, request);
  },
});

/**
 * A fault of each row of a list in the responses at some paths.
 * @param {RegExp} path
 * @param {(body: Body) => Body[]} rowsOf
 */
export const rowFault =
  (path, rowsOf) =>
  /**
   * @param {string} name
   * @param {string} description
   * @param {(row: Body, index: number) => void} change
   * @returns {Fault}
   */
  (name, description, change) =>
    wireFault(path, name, description, (body) => {
      for (const [index, row] of rowsOf(body).entries()) change(row, index);
    });

/**
 * A refusal of some requests.
 * @param {string} name
 * @param {string} description
 * @param {(request: WireRequest) => boolean} isRefused
 * @param {{ status: number, body: Body }} refusal
 * @returns {Fault}
 */
export const refusalFault = (name, description, isRefused, refusal) => ({
  name,
  description,
  wire: (response, request) => {
    if (isRefused(request)) Object.assign(response, refusal);
  },
});

/**
 * A fault of the header that repeats a request's id.
 * @param {string} name
 * @param {string} description
 * @param {string} header
 * @param {string | null} value null to leave it out
 * @returns {Fault}
 */
export const headerFault = (name, description, header, value) => ({
  name,
  description,
  wire: ({ headers }) => {
    if (value === null) delete headers[header];
    else headers[header] = value;
  },
});

/**
 * A fault of the query of some requests.
 * @param {RegExp} path
 * @param {string} name
 * @param {string} description
 * @param {(query: URLSearchParams) => void} change
 * @returns {Fault}
 */
export const queryFault = (path, name, description, change) => ({
  name,
  description,
  request: (request) => {
    const url = new URL(request.url ?? "/", "http://bank");
    if (!path.test(url.pathname)) return;
    change(url.searchParams);
    request.url = `${url.pathname}${url.search}`;
  },
});

let reads = 0;

/** Returns another number for each call, for values that change between responses. */
export const nextRead = () => {
  reads += 1;
  return reads;
};
