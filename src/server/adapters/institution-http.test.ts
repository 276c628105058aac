import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CERTIFICATE, KEY } from "../../testing/test-app/certificate.ts";
import { Fault } from "../domain/fault.ts";
import { createInstitutionHttp } from "./institution-http.ts";

/** Starts an institution on this machine; returns its address. */
const institution = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

type Options = Partial<Parameters<typeof createInstitutionHttp>[0]>;

const fetchClient = (options: Options = {}, hosts = ["127.0.0.1"], privateHosts = hosts) => {
  const http = createInstitutionHttp({
    environment: "production",
    outboundHosts: null,
    responseLimit: 2000,
    ...options,
  });
  onTestFinished(() => http.close());
  const client = http.open({ hosts, privateHosts });
  return {
    http,
    get: (url: string) => client.fetch(url, { method: "GET", headers: {} }),
    codeOf: async (url: string) => {
      try {
        await client.fetch(url, { method: "GET", headers: { authorization: "Bearer secret-1" } });
        return "no refusal";
      } catch (failure) {
        if (!(failure instanceof Fault)) throw failure;
        expect(String(failure.cause)).not.toContain("secret-1");
        return failure.code;
      }
    },
  };
};

describe("a response", () => {
  test("is read whole for any status, and redirects are not followed", async () => {
    const hostnames: string[] = [];
    const url = await institution((request, response) => {
      hostnames.push(request.url ?? "");
      response.writeHead(302, { location: "/elsewhere", "x-more": ["a", "b"] }).end("moved");
    });
    const answer = await fetchClient().get(`${url}/here`);
    expect([answer.status, await answer.text()]).toEqual([302, "moved"]);
    expect(answer.headers.get("x-more")).toBe("a, b");
    expect(hostnames).toEqual(["/here"]);
  });

  test("is refused if it is too large or never ends", async () => {
    const url = await institution((_, response) => {
      response.on("error", () => undefined);
      const more = () =>
        void (response.write("x".repeat(10_000))
          ? setImmediate(more)
          : response.once("drain", more));
      more();
    });
    expect(await fetchClient({ bodyLimit: 100_000 }).codeOf(url)).toBe("UNSUPPORTED_RESPONSE");
  });

  test.each([
    ["never comes", () => undefined],
    ["breaks off", (_: unknown, response: { destroy(): void }) => response.destroy()],
  ] as [string, RequestListener][])(
    "that %s is an institution that does not respond",
    async (_, answer) => {
      const url = await institution(answer);
      expect(await fetchClient({ responseLimit: 100 }).codeOf(url)).toBe(
        "INSTITUTION_NOT_RESPONDING",
      );
    },
  );

  test("fails if no server listens", async () => {
    expect(await fetchClient().codeOf("http://127.0.0.1:1/")).toBe("INSTITUTION_NOT_RESPONDING");
  });
});

describe("an address", () => {
  const lookUp = (address: string) => ({
    lookUp: (
      _: string,
      answer: (failure: null, addresses: { address: string; family: 4 }[]) => void,
    ) => answer(null, [{ address, family: 4 }]),
  });

  test.each([
    "http://bank.example/",
    "http://10.0.0.8/",
    "https://10.0.0.9/",
    "https://[::1]/",
    "https://169.254.169.254/",
    "ftp://bank.example/",
  ])("is not called if only the institution names it: %s", async (url) => {
    expect(await fetchClient({}, ["bank.example", "10.0.0.8"]).codeOf(url)).toBe(
      "UNSUPPORTED_RESPONSE",
    );
  });

  test.each([
    ["production", "http://127.0.0.1:PORT/", "UNSUPPORTED_RESPONSE"],
    ["sandbox", "http://127.0.0.1:PORT/", "no refusal"],
    ["production", "http://bank.localhost:PORT/", "INSTITUTION_NOT_RESPONDING"],
    ["sandbox", "http://bank.localhost:PORT/", "no refusal"],
    ["sandbox", "https://10.0.0.1/", "UNSUPPORTED_RESPONSE"],
    ["sandbox", "https://192.168.1.1/", "UNSUPPORTED_RESPONSE"],
    ["sandbox", "https://169.254.169.254/", "UNSUPPORTED_RESPONSE"],
    ["sandbox", "https://[fd00::1]/", "UNSUPPORTED_RESPONSE"],
  ] as const)(
    "must be public without a setting that allows it: in %s %s",
    async (environment, url, code) => {
      const { port } = new URL(await institution((_, response) => response.end("hello")));
      const hosts = [new URL(url.replace("PORT", port)).hostname];
      const client = fetchClient({ environment, ...lookUp("127.0.0.1") }, hosts, []);
      expect(await client.codeOf(url.replace("PORT", port))).toBe(code);
    },
  );

  test("may be private if a setting allows it and the operator has declared it", async () => {
    const url = await institution((_, response) => response.end("hello"));
    const options = { privateHosts: ["127.0.0.1", "169.254.169.254"] };
    expect(await fetchClient(options, ["127.0.0.1"], []).codeOf(url)).toBe("no refusal");
    expect(await fetchClient(options, [], []).codeOf(url)).toBe("UNSUPPORTED_RESPONSE");
    const metadata = "https://169.254.169.254/";
    expect(await fetchClient(options, ["169.254.169.254"], []).codeOf(metadata)).toBe(
      "UNSUPPORTED_RESPONSE",
    );
  });

  test("may be private if it is declared, but not a cloud's metadata service", async () => {
    const url = await institution((_, response) => response.end("hello"));
    const { port } = new URL(url);
    expect((await fetchClient().get(url)).status).toBe(200);
    expect(await fetchClient({}, []).codeOf(url)).toBe("UNSUPPORTED_RESPONSE");
    const hostUrl = `http://bank.localhost:${port}/`;
    const declaredClient = fetchClient(lookUp("127.0.0.1"), ["bank.localhost"]);
    expect((await declaredClient.get(hostUrl)).status).toBe(200);
    const rebound = fetchClient(lookUp("169.254.169.254"), ["bank.localhost"]);
    expect(await rebound.codeOf(hostUrl)).toBe("INSTITUTION_NOT_RESPONDING");
    const undeclaredClient = fetchClient(lookUp("127.0.0.1"), []);
    expect(await undeclaredClient.codeOf(hostUrl)).toBe("INSTITUTION_NOT_RESPONDING");
  });
});

test("an institution outside the operator's list is never called", async () => {
  let requests = 0;
  const url = await institution((_, response) => {
    requests++;
    response.end("hello");
  });
  const client = fetchClient({ outboundHosts: ["bank.example", "127.0.0.1"] });
  expect((await client.get(url)).status).toBe(200);
  const other = fetchClient({ outboundHosts: ["bank.example"] });
  await expect(other.get(url)).rejects.toMatchObject({
    code: "UNSUPPORTED_RESPONSE",
    cause: { message: expect.stringContaining("127.0.0.1, which is not in OUTBOUND_HOSTS") },
  });
  expect(requests).toBe(1);
});

test("an institution gets the client certificate of its own connection only (mTLS)", async () => {
  const options = { key: KEY, cert: CERTIFICATE, ca: CERTIFICATE, requestCert: true };
  const server = createSecureServer(
    { ...options, rejectUnauthorized: false },
    (request, response) => {
      const { authorized } = request.socket as TLSSocket;
      response.end(String(authorized));
    },
  );
  await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const http = createInstitutionHttp({
    environment: "production",
    outboundHosts: null,
    authorities: CERTIFICATE,
  });
  onTestFinished(() => http.close());
  const fetchCertificate = async (certificate?: { certificate: string; key: string }) => {
    const client = http.open({ hosts: ["localhost"], privateHosts: ["localhost"], certificate });
    return (await client.fetch(url, { method: "GET", headers: {} })).text();
  };
  expect(await fetchCertificate({ certificate: CERTIFICATE, key: KEY })).toBe("true");
  expect(await fetchCertificate()).toBe("false");
  expect(await fetchClient({}, ["localhost"]).codeOf(url)).toBe("INSTITUTION_NOT_RESPONDING");
});

test.each(["another address", "the same address"])(
  "a refusal of the certificate while no request was under way is of no later request to %s",
  async (place) => {
    let isFirst = true;
    const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, ({ socket }, response) => {
      if (!isFirst) return void socket.destroy();
      isFirst = false;
      response.end("hello");
    });
    await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    const connect = vi.spyOn(tls, "connect");
    onTestFinished(() => connect.mockRestore());
    const client = fetchClient({ authorities: CERTIFICATE }, ["localhost", "127.0.0.1"]);
    expect((await client.get(url)).status).toBe(200);
    const socket = connect.mock.results[0]?.value as TLSSocket;
    const ended = new Promise((resolve) => socket.once("close", resolve));
    // Node's own server sends no alert on a connection that is open.
    socket.destroy(Object.assign(new Error("alert"), { code: "ERR_SSL_ALERT_UNKNOWN_CA" }));
    await ended;
    const later = place === "the same address" ? url : "http://127.0.0.1:1/";
    expect(await client.codeOf(later)).toBe("INSTITUTION_NOT_RESPONDING");
  },
);

test("requests that a bank refuses at the same time for want of a certificate all say so", async () => {
  const server = createSecureServer({
    ...{ key: KEY, cert: CERTIFICATE, ca: CERTIFICATE },
    ...{ requestCert: true, rejectUnauthorized: true },
  });
  await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
  onTestFinished(() => void server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const { codeOf } = fetchClient({ authorities: CERTIFICATE, responseLimit: 20_000 }, [
    "localhost",
  ]);
  expect(await Promise.all([codeOf(url), codeOf(url)])).toEqual([
    "INSTITUTION_REGISTRATION_REQUIRED",
    "INSTITUTION_REGISTRATION_REQUIRED",
  ]);
});

test("requests under way end when the server stops", async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const url = await institution(() => arrive());
  const { codeOf, http } = fetchClient({ responseLimit: 60_000 });
  const call = codeOf(url);
  await arrival;
  await http.close();
  expect(await call).toBe("INSTITUTION_NOT_RESPONDING");
});
