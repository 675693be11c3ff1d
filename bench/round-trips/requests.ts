/** A request, and its name in the table. */
export interface Asked {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const target = 'https://example.com/menu';
const code = { target, dynamic: true, title: 'Menu' };

/** The measured requests. Writes come last: they would be in the lists. @param ids of more than 40 codes */
export function listRequests([id = '', ...others]: readonly string[]): Asked[] {
  const codes = (path: string) =>
    Array.from({ length: 20 }, (_, i) => ({
      ...code,
      external_id: `bulk-${i}`,
      target: `${target}/${path}/${i}`,
    }));
  const [changed, deleted] = [others.slice(0, 20), others.slice(20)];
  const stats = [`/v1/qr/${id}/stats`, '/v1/stats'].flatMap((path) =>
    ['first', 'again'].map((time) => ({ name: `GET ${path.replace(id, '{id}')}, ${time}`, path })),
  );
  const pages = ['/overview', '/analytics', '/codes', `/codes/${id}`, `/codes/${id}/analytics`];
  const put = (name: string, to: string): Asked => ({
    name: `PUT /v1/qr/ext:{id}, ${name}`,
    method: 'PUT',
    path: '/v1/qr/ext:menu',
    body: { ...code, target: to },
  });
  const bulk = (name: string, method: string, body: unknown): Asked => ({
    name: `${method} /v1/qr/bulk, 20 codes${name}`,
    method,
    path: '/v1/qr/bulk',
    body,
  });
  return [
    { name: 'GET /v1/qr/{id}', path: `/v1/qr/${id}` },
    { name: 'GET /v1/qr', path: '/v1/qr' },
    { name: 'GET /v1/qr?q=', path: '/v1/qr?q=table' },
    ...stats,
    ...pages.flatMap((path) => [
      { name: `${path.replace(id, '{id}')}, first`, path },
      { name: `${path.replace(id, '{id}')}, again`, path },
    ]),
    { name: 'POST /v1/qr', method: 'POST', path: '/v1/qr', body: code },
    {
      name: 'POST /v1/qr with tags and an Idempotency-Key',
      ...{ method: 'POST', path: '/v1/qr', body: { ...code, tags: ['menus'] } },
      headers: { 'Idempotency-Key': 'once' },
    },
    put('that creates', target),
    put('that changes nothing', target),
    put('that changes', `${target}/2`),
    { name: 'PATCH /v1/qr/{id}, title', method: 'PATCH', path: `/v1/qr/${id}`, body: { title: 'x' } },
    { name: 'PATCH /v1/qr/{id}, target', method: 'PATCH', path: `/v1/qr/${id}`, body: { target } },
    bulk('', 'POST', { codes: Array.from({ length: 20 }, () => code) }),
    bulk(' that it creates', 'PUT', { codes: codes('1') }),
    bulk(' that it changes', 'PUT', { codes: codes('2') }),
    bulk('', 'PATCH', { ids: changed, set: { title: 'y' } }),
    bulk('', 'DELETE', { ids: deleted }),
    { name: 'DELETE /v1/qr/{id}', method: 'DELETE', path: `/v1/qr/${id}` },
  ];
}
