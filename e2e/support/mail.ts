import { SMTPServer } from "smtp-server";

/** A mail server on this machine, and how to read what it takes. */
export const startMailServer = async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, _, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        // Soft line breaks of the encoding would stand within an address.
        mails.push(Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "="));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    mails,
    /** The HTML of a mail, as its reader sees it. */
    htmlOf: (mail: string) => /<!doctype html>[\s\S]*<\/html>/.exec(mail)?.[0] ?? "",
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
};
