import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { findContractBreaks } from './contract-breaks.ts';

const FILE = 'openapi.json';

/**
 * Compares `openapi.json` with the document that the code makes now.
 * @param folder contains openapi.json and `.build/`
 * @param options.accept writes the document to openapi.json, unless it breaks callers
 * @param options.despite names of rules whose breaks are accepted
 * @returns whether openapi.json is now the current document, and a message
 */
export function checkContract(
  folder: string,
  { accept = false, despite = [] }: { readonly accept?: boolean; readonly despite?: readonly string[] },
): { readonly isAccepted: boolean; readonly lines: readonly string[] } {
  const accepted = join(folder, FILE);
  const built = join(folder, '.build', FILE);
  const current = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
  mkdirSync(join(folder, '.build'), { recursive: true });
  writeFileSync(built, current);
  const isKnown = existsSync(accepted);
  if (isKnown && readFileSync(accepted, 'utf8') === current) {
    return { isAccepted: true, lines: [`${FILE} is the contract as it is now.`] };
  }
  const breaks = isKnown ? findContractBreaks(accepted, built, despite) : [];
  if (breaks.length > 0) {
    const heading = 'This change breaks callers of /v1 (docs/interface.md, "What may change"):';
    return { isAccepted: false, lines: [heading, ...breaks.map((line) => `- ${line}`)] };
  }
  if (accept) {
    writeFileSync(accepted, current);
    return { isAccepted: true, lines: [`${FILE} holds the contract as it is now.`] };
  }
  const line = `The contract has changed and breaks no caller. Record it: npm run contract:accept, and commit ${FILE}.`;
  return { isAccepted: false, lines: [line] };
}
