// npm run postman: writes every request of openapi.json as a collection for Postman.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createPostmanCollection, readContract } from './postman-collection.ts';

const FILE = '.build/postman.json';

mkdirSync('.build', { recursive: true });
writeFileSync(FILE, `${JSON.stringify(createPostmanCollection(readContract()), null, 2)}\n`);
console.log(`Import ${FILE} into Postman.`);
