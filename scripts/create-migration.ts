// npm run migration -- verb_object: writes what changed in src/storage/schema.ts as the next file under migrations/.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [name] = process.argv.slice(2);
if (!name || !/^[a-z]+(_[a-z]+)+$/.test(name)) {
  console.error('Usage: npm run migration -- verb_object   (for example: create_accounts)');
  process.exit(1);
}

const before = new Set(readdirSync('migrations'));
execFileSync('drizzle-kit', ['generate', '--name', name], { stdio: 'inherit' });

// drizzle cannot say STRICT, and without it SQLite stores a text in an integer column.
for (const file of readdirSync('migrations').filter(
  (entry) => entry.endsWith('.sql') && !before.has(entry),
)) {
  const path = `migrations/${file}`;
  const statements = readFileSync(path, 'utf8').replace(/(CREATE TABLE [^;]*\))(\s*;)/g, '$1 STRICT$2');
  writeFileSync(path, statements);
}
