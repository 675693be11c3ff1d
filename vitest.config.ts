import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [{ test: { name: 'core', include: ['test/core/**/*.test.ts', 'test/symbol/**/*.test.ts'] } }],
  },
});
