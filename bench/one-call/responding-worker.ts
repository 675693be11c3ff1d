/** What the bare Worker with one call asks: a Worker that responds at once. */
export const RESPONDING_WORKER = `
import { WorkerEntrypoint } from 'cloudflare:workers';

export class Database extends WorkerEntrypoint {
  fetch() {
    return new Response();
  }
}
export default { fetch: () => new Response() };
`;
