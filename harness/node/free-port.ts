import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: another process's could take one of them before the service listens. */
const PORTS = { from: 10_000, to: 30_000 };

/** A port that nobody listens on, for a service that is about to. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  return (await isFree(port)) ? port : findFreePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
