import type { IncomingMessage } from 'node:http';
import { type SmallServer, startServer } from './small-server.ts';

/** What happens to a request: whether its connection is cut, and where. */
export const CUTS = ['before the request', 'before the response', 'in mid-response'] as const;
export type Cut = (typeof CUTS)[number];

/**
 * Stands in front of a service: forwards requests and responses, or cuts the connection.
 * @param decide called once for each request
 */
export function startProxy(
  serviceUrl: string,
  decide: (request: IncomingMessage) => Cut | 'pass it on',
): Promise<SmallServer> {
  return startServer(async (request, body, response) => {
    const decision = decide(request);
    if (decision === 'before the request') return void request.socket.destroy();
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const passed = await fetch(new URL(request.url ?? '/', serviceUrl), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = Buffer.from(await passed.arrayBuffer());
    if (decision === 'before the response') return void request.socket.destroy();
    const retryAfter = passed.headers.get('Retry-After');
    response.writeHead(passed.status, {
      'Content-Type': passed.headers.get('Content-Type') ?? 'application/json',
      'Content-Length': bytes.length,
      ...(retryAfter === null ? {} : { 'Retry-After': retryAfter }),
    });
    if (decision === 'pass it on') return void response.end(bytes);
    // Written data is sent before the connection is closed.
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  });
}
