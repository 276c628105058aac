import { SMTPServer } from "smtp-server";

/** A local mail server, and how to read its mails. */
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
        // Soft line breaks of the encoding could split an address.
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
    /** The HTML of a mail, decoded. */
    htmlOf: (mail: string) => /<!doctype html>[\s\S]*<\/html>/.exec(mail)?.[0] ?? "",
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
};
