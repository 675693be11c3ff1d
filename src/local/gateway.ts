/**
 * Local development only: both Workers and the image bucket behind one port.
 * `/s/…` is the short-link host, `/images/…` the public bucket, everything else the API.
 */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const [, room = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(url.pathname) ?? [];
    // In either case, because a symbol holds the short URL's path in upper case.
    if (room.toLowerCase() === 's') {
      url.pathname = `/${rest}`;
      return env.SHORTLINK.fetch(new Request(url, request));
    }
    if (room === 'images') return serveImage(env.IMAGES, rest, request);
    return env.API.fetch(request);
  },
} satisfies ExportedHandler<LocalEnv>;

/** In bytes; a path is ASCII. */
const LONGEST_KEY = 1024;

/** How the public bucket's domain responds in production, as far as a laptop needs it. */
async function serveImage(bucket: R2Bucket, key: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Only GET and HEAD.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
  }
  // R2 fails on longer keys instead of finding nothing.
  const object = key.length <= LONGEST_KEY ? await bucket.get(key) : null;
  if (!object) return new Response('Not found\n', { status: 404 });
  const headers = new Headers({ ETag: object.httpEtag });
  object.writeHttpMetadata(headers);
  const isKnown = request.headers.get('If-None-Match') === object.httpEtag;
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : object.body, { headers });
}
