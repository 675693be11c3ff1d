import type { Documentation } from './description.ts';
import { ACCOUNT } from './operations/account.ts';
import { CODES } from './operations/codes.ts';
import { FILES } from './operations/files.ts';
import { IMPORTS } from './operations/imports.ts';
import { STYLES } from './operations/styles.ts';
import { MANY_CODES } from './operations/many-codes.ts';

/** Every operation needs a description. This is not part of the Worker: see docs/decisions/openapi.md. */
export const DOCUMENTATION: Required<Documentation> = {
  ...CODES,
  ...MANY_CODES,
  ...FILES,
  ...STYLES,
  ...IMPORTS,
  ...ACCOUNT,
};
