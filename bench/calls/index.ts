/**
 * A Worker that does nothing but what the API asks of D1 and R2 for a request of the same method, in the same order and side by side where
 * the API does: what the stores themselves take. Keys are in its memory, as they are in the API's.
 */
export default {
  async fetch(request, { DB, IMAGES }) {
    const query = DB.prepare('SELECT 1');
    if (request.method === 'POST') {
      const name = crypto.randomUUID();
      await Promise.all([query.run(), query.run()]);
      await Promise.all([
        IMAGES.put(`${name}.png`, new Uint8Array(1024)),
        IMAGES.put(`${name}.svg`, new Uint8Array(1280)),
      ]);
      await DB.batch([
        DB.prepare('INSERT INTO blocked_hosts (host, added_at_ms) VALUES (?, 0)').bind(name),
        query,
      ]);
    } else {
      await query.run();
      if (request.method === 'PATCH')
        await DB.batch([query, query, DB.prepare('UPDATE accounts SET name = name'), query]);
      await query.run();
    }
    return Response.json({});
  },
} satisfies ExportedHandler<ApiEnv>;
