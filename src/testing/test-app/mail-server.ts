import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

type Mail = { from: string; to: string[]; message: string };

/** The mail server accepts a mail, or responds with this code. */
type Behaviour = { refuse: number | null };

/**
 * A real mail server on this machine, which requires a user and a password. The server keeps
 * accepted mails.
 */
export const mailServer = async (auth: { user: string; pass: string } | null = null) => {
  const mails: Mail[] = [];
  const behaviour: Behaviour = { refuse: null };
  const server = new SMTPServer({
    authOptional: auth === null,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      auth && username === auth.user && password === auth.pass
        ? done(null, { user: username })
        : done(Object.assign(new Error(`no entry for ${password}`), { responseCode: 535 })),
    onRcptTo: (_, __, done) =>
      behaviour.refuse === null
        ? done()
        : done(Object.assign(new Error("not today"), { responseCode: behaviour.refuse })),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const login = auth ? `${auth.user}:${encodeURIComponent(auth.pass)}@` : "";
  return { url: `smtp://${login}127.0.0.1:${port}`, port, received: mails, behaviour };
};
