import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range for outgoing connections: another process's connection could take such a port before the service listens. Each worker of
 * vitest chooses from ports of its own, so that no two choose the same one.
 */
const FIRST_PORT = 10_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * 5_000;
const PORTS = { from: FIRST_PORT, to: FIRST_PORT + 5_000 };

/** A free port for a service that is about to start. */
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
