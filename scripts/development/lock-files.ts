/** The root's packages, and those beside it that only some commands need: `install-packages.ts`. */
export const LOCK_FILES = [
  'package-lock.json',
  'bench/packages/package-lock.json',
  'scripts/development/packages/package-lock.json',
  'test/assistants/packages/package-lock.json',
  'test/e2e/packages/package-lock.json',
  'test/generators/packages/package-lock.json',
] as const;
