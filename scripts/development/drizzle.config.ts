import { defineConfig } from 'drizzle-kit';

/** The paths are relative to the root of the repository, where `npm run migration` runs. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/storage/*/*-tables.ts',
  out: './migrations',
});
