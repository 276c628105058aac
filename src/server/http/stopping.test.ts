import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";

const REQUEST =
  "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

test("requests on kept connections get their responses before the server stops", async () => {
  const { server } = await testApp();
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.write(REQUEST);
      expect(String(await once(socket, "data"))).toMatch(/connection: keep-alive/i);
      return socket;
    }),
  );
  const answers = sockets.map(async (socket) => {
    socket.write(REQUEST);
    return String(await once(socket, "data"));
  });
  const [replies] = await Promise.all([Promise.all(answers), server.close()]);
  for (const answer of replies) expect(answer).toMatch(/connection: close/i);
});
