// npm run openapi: writes the OpenAPI document to .build/openapi.json, for tools that read files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '../src/api/openapi/document.ts';

mkdirSync('.build', { recursive: true });
writeFileSync('.build/openapi.json', `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`);
