import type { ParseArgsConfig } from 'node:util';

/** The options that choose an installation, for every command that acts on one. */
export const INSTALLATION_OPTIONS = {
  installation: { type: 'string' },
  environment: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const INSTALLATION_HELP = `  --installation NAME   one of several installations in the same account (qr)
  --environment NAME    the installation beside it, as staging`;
