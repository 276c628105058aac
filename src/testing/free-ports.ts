import { createServer } from "node:net";

/** Systems assign the ports above this one to servers and requests that ask for any port. */
const [FIRST, LAST] = [20_000, 32_000];

/** Ports that are free, and are not assigned to processes that ask for any port. */
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
