// npm run postman: writes the Postman collection of openapi.json. --check fails if the collection is not current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createPostmanCollection } from './postman-collection.ts';

const FILE = 'docs/recipes/postman.json';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Parameters<
  typeof createPostmanCollection
>[0];
const current = `${JSON.stringify(createPostmanCollection(document), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== current) {
  console.error(`${FILE} is not current: npm run postman`);
  process.exitCode = 1;
}
