/** The peer of every benchmark: a Worker whose response is a constant with the headers of a redirect, which shows what the platform itself costs. */
export default {
  fetch(request) {
    if (request.method === 'POST') return Response.json({ id: 'qr_00000000' });
    return new Response(null, {
      status: 302,
      headers: {
        Location: 'https://example.com/menu?table=7',
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer-when-downgrade',
        'X-Robots-Tag': 'noindex',
        'Strict-Transport-Security': 'max-age=31536000',
      },
    });
  },
} satisfies ExportedHandler;
