/**
 * Local development only: both Workers behind one port. `/s/…` is the short-link host, everything else the API. Any host below `localhost` is
 * an account's domain.
 */
export default {
  async fetch(incoming, env) {
    const request = fromNetwork(incoming, env.NETWORK_HOST);
    const url = new URL(request.url);
    if (url.hostname.endsWith('.localhost')) return env.SHORTLINK.fetch(request);
    const [, room = '', ...names] = url.pathname.split('/');
    // In either case, because a symbol holds the short URL's path in upper case.
    if (room.toLowerCase() === 's') {
      url.pathname = `/${names.join('/')}`;
      return env.SHORTLINK.fetch(new Request(url, request));
    }
    return env.API.fetch(request);
  },

  /** `/cdn-cgi/handler/scheduled`: what the cron of the deployed API does, at once. */
  async scheduled({ cron, scheduledTime }, env) {
    const { outcome } = await (env.API as SchedulableFetcher).scheduled({
      cron,
      scheduledTime: new Date(scheduledTime),
    });
    if (outcome !== 'ok') throw new Error(`The cron ended with "${outcome}": see the log above.`);
  },
} satisfies ExportedHandler<LocalEnv>;

/** What the compatibility flag `service_binding_extra_handlers` adds; the types do not know it. */
type SchedulableFetcher = Fetcher & {
  scheduled(event: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
};

/**
 * Over plain http the Workers let only this machine's own names in. A request to the address on which `npm start -- --host` shows the service
 * to the local network comes in by the name `localhost`, and no other name does.
 */
function fromNetwork(request: Request, networkHost: string): Request {
  const url = new URL(request.url);
  if (networkHost === '' || url.hostname !== networkHost) return request;
  const { origin } = url;
  url.hostname = 'localhost';
  const local = new Request(url, request);
  if (request.headers.get('Origin') === origin) local.headers.set('Origin', url.origin);
  return local;
}
