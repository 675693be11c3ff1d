import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SmallServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real HTTP server on a free port of this machine. */
export async function startServer(
  respond: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>,
): Promise<SmallServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void respond(request, Buffer.concat(parts), response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
