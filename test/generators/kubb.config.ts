import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

/** What kubb's own guide has for a client on top of fetch. Paths are those of the project. */
export default defineConfig({
  input: { path: 'openapi.json' },
  output: { path: 'test/generators/generated/kubb', format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: './types.ts' } }),
    pluginClient({ output: { path: './calls.ts' }, client: 'fetch', bundle: true }),
  ],
});
