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

async function serveImage(bucket: R2Bucket, key: string, request: Request): Promise<Response> {
  const object = await bucket.get(key, { onlyIf: request.headers });
  if (!object) return new Response('Not found\n', { status: 404 });
  const headers = new Headers({ ETag: object.httpEtag });
  object.writeHttpMetadata(headers);
  return 'body' in object
    ? new Response(object.body, { headers })
    : new Response(null, { status: 304, headers });
}
