import { expect, it } from 'vitest';
import { createClient } from '#harness/worker/api-client.ts';
import { proveRoundTrip } from '#harness/worker/imports/edited-export.ts';

it('an edited export of 500 codes of every kind changes exactly what was edited', async () => {
  const client = await createClient();
  expect(await proveRoundTrip(client, 500)).toMatchObject({ rows: 500, unchanged: 500 });
});
