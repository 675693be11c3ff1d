import bare from '../bare/index.ts';

/** The bare Worker, after one call to another: what workerd itself takes for a query to a store. */
export default {
  async fetch(request, { DB }) {
    await DB.fetch(request.url);
    return bare.fetch(request);
  },
} satisfies ExportedHandler<{ DB: Fetcher }>;
