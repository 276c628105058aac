import { createServer } from "node:net";

/** Systems give the ports above to whoever asks for any one, be it for a server or for a request. */
const [FIRST, LAST] = [20_000, 32_000];

/** Ports that are free, and that nobody gets who asks for just any one. */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
};

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
