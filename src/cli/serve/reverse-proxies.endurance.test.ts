import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { CERTIFICATE, KEY } from "../../testing/test-app/certificate.ts";
import { buildCommand, PROJECT } from "../../testing/test-command.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

const HOST = "127.0.0.1";
const NAME = "link.example.com";
const SECRET = "a-code-of-an-institution";
const CLAIM = `/simplefin/claim/${SECRET}`;
const RETURN = `/oauth/return?code=${SECRET}&state=none`;

type Ports = { tls: number; plain: number; server: number };

/** The shipped configuration with other ports and with a folder's paths. */
const sited = (file: string, changes: [string | RegExp, string][]) =>
  changes.reduce(
    (text, [from, to]) => {
      const next = text.replaceAll(from, to);
      if (next === text) throw new Error(`${file} has no ${from}`);
      return next;
    },
    readFileSync(join(PROJECT, "deploy", file), "utf8"),
  );

const PROXIES = {
  nginx: (folder: string, ports: Ports) => {
    const site = sited("nginx.conf", [
      [`${HOST}:8080`, `${HOST}:${ports.server}`],
      [/listen (\[::\]:)?443 ssl http2;/g, `listen ${HOST}:${ports.tls} ssl http2;`],
      [/listen (\[::\]:)?80;/g, `listen ${HOST}:${ports.plain};`],
      ["/etc/ssl/link.example.com.pem", join(folder, "cert.pem")],
      ["/etc/ssl/link.example.com.key", join(folder, "key.pem")],
      ["/var/log/nginx/", `${folder}/logs/`],
    ])
      // Both listen directives have the same address here.
      .replace(/(listen \S+ ssl http2;)\s+\1/, "$1")
      .replace(/(listen \S+;)\s+\1/, "$1");
    writeFileSync(join(folder, "site.conf"), site);
    // The surroundings of a site in Debian's configuration.
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log info;
      events {} http { access_log ${folder}/logs/access.log; ${[
        "client_body",
        "proxy",
        "fastcgi",
        "uwsgi",
        "scgi",
      ]
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(" ")} include ${folder}/site.conf; }`,
    );
    const log = join(folder, "logs/start.log");
    return spawn("nginx", ["-c", join(folder, "nginx.conf"), "-e", log], { stdio: "ignore" });
  },
  caddy: (folder: string, ports: Ports) => {
    const site = sited("Caddyfile", [
      [`${HOST}:8080`, `${HOST}:${ports.server}`],
      [
        `${NAME} {\n`,
        `https://${NAME}:${ports.tls} {\n\ttls ${folder}/cert.pem ${folder}/key.pem\n\tbind ${HOST}\n`,
      ],
      ["{\n\tservers {", `{\n\tadmin off\n\thttp_port ${ports.plain}\n\tservers {`],
    ]);
    writeFileSync(join(folder, "Caddyfile"), site);
    const child = spawn(
      "caddy",
      ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`],
      {
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    child.stderr.on("data", (text) =>
      writeFileSync(`${folder}/logs/caddy.log`, text, { flag: "a" }),
    );
    return child;
  },
};

/** Starts a proxy with its shipped configuration in front of a port. */
const startProxy = async (name: keyof typeof PROXIES) => {
  if (spawnSync(name, ["-v"]).error)
    throw new Error(`there is no ${name}: on Debian, type sudo apt-get install ${name}`);
  const folder = newFolder();
  mkdirSync(join(folder, "logs"));
  writeFileSync(join(folder, "cert.pem"), CERTIFICATE);
  writeFileSync(join(folder, "key.pem"), KEY);
  const [tls = 0, plain = 0, server = 0] = await freePorts(3);
  const ports: Ports = { tls, plain, server };
  const child: ChildProcess = PROXIES[name](folder, ports);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  await expect
    .poll(() =>
      get(ports, "/healthz").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return {
    ports,
    logs: () =>
      readdirSync(join(folder, "logs"))
        .map((file) => readFileSync(join(folder, "logs", file), "utf8"))
        .join(""),
  };
};

type Answer = { status: number; headers: NodeJS.Dict<string[]> };

/** Requests a path through a proxy, with or without TLS. */
const get = ({ tls, plain }: Pick<Ports, "tls" | "plain">, path: string, isTls = true) =>
  new Promise<Answer>((resolve, reject) => {
    const common = { host: HOST, path, headers: { host: NAME, referer: `https://${NAME}${path}` } };
    const request = isTls
      ? httpsRequest({
          ...common,
          port: tls,
          servername: NAME,
          rejectUnauthorized: false,
          agent: new TlsAgent(),
        })
      : httpRequest({ ...common, port: plain, agent: new Agent() });
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headersDistinct }),
      );
    });
    request.end();
  });

for (const name of ["nginx", "caddy"] as const)
  describe(`${name}, by its file in deploy/`, () => {
    test("logs no query and no token of a claim, whether the server responds or not, and sends one HSTS header", async () => {
      const { ports, logs } = await startProxy(name);
      const server = await serve(newFolder(), ["--port", `${ports.server}`], {
        TLS_PROXY: "true",
        PUBLIC_URL: `https://${NAME}`,
        LOG_LEVEL: "silent",
      });
      const hsts = ({ headers }: Answer) => headers["strict-transport-security"];
      const back = await get(ports, RETURN);
      expect(back.status).toBeLessThan(500);
      expect(hsts(back)).toEqual(["max-age=31536000"]);
      expect((await get(ports, "/readyz")).status).toBe(404);
      expect((await get(ports, RETURN, false)).status).toBeLessThan(400);
      expect((await get(ports, CLAIM)).status).toBe(404);
      await server.stop();
      for (const path of [RETURN, CLAIM]) expect((await get(ports, path)).status).toBe(502);
      await expect.poll(logs).toContain(name === "nginx" ? "502" : "/oauth/return");
      const claim = name === "nginx" ? "/simplefin/claim/:token" : '"/simplefin/claim/"';
      await expect.poll(logs).toContain(claim);
      expect(logs()).toContain("/oauth/return");
      expect(logs()).not.toContain(SECRET);
    });
  });

test("nginx passes 100 requests of one address at once, and returns 429 to more", async () => {
  const { ports, logs } = await startProxy("nginx");
  const held: (() => void)[] = [];
  const server = createServer((_, response) => void held.push(() => response.end()));
  server.listen(ports.server, HOST);
  onTestFinished(() => void server.close());
  const answers = Array.from({ length: 100 }, () => get(ports, "/held"));
  await expect.poll(() => held.length).toBe(100);
  expect((await get(ports, RETURN)).status).toBe(429);
  for (const end of held) end();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(logs()).not.toContain(SECRET);
});
