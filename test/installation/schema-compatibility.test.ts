import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findSchemaBreaks } from '#scripts/installation/schema-compatibility.ts';

const BEFORE = [
  'CREATE TABLE codes (id TEXT PRIMARY KEY NOT NULL, title TEXT, size INTEGER NOT NULL) STRICT;',
];

describe('a migration that older code cannot live with', () => {
  it.each([
    ['drops a table', 'DROP TABLE codes', 'the table codes is gone'],
    ['drops a column', 'ALTER TABLE codes DROP COLUMN title', 'the column codes.title is gone'],
    ['renames a column', 'ALTER TABLE codes RENAME COLUMN title TO name', 'the column codes.title is gone'],
    [
      'asks for a new column',
      'CREATE TABLE n (id TEXT PRIMARY KEY NOT NULL, title TEXT, size INTEGER NOT NULL, kind TEXT NOT NULL) STRICT; DROP TABLE codes; ALTER TABLE n RENAME TO codes',
      'the new column codes.kind must be written, and older code does not know it',
    ],
    [
      'changes a type',
      'CREATE TABLE n (id TEXT PRIMARY KEY NOT NULL, title TEXT, size TEXT NOT NULL) STRICT; DROP TABLE codes; ALTER TABLE n RENAME TO codes',
      'the column codes.size was INTEGER and is TEXT',
    ],
    [
      'allows no null any more',
      'CREATE TABLE n (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, size INTEGER NOT NULL) STRICT; DROP TABLE codes; ALTER TABLE n RENAME TO codes',
      'the column codes.title must not be null any more',
    ],
    ['makes a column unique', 'CREATE UNIQUE INDEX u ON codes (title)', 'codes (title) must be unique now'],
    [
      'adds a unique column with a default',
      'ALTER TABLE codes ADD COLUMN kind INTEGER DEFAULT 1; CREATE UNIQUE INDEX u ON codes (kind)',
      'codes (kind) must be unique now',
    ],
    [
      'refuses values by a check',
      'CREATE TABLE n (id TEXT PRIMARY KEY NOT NULL, title TEXT, size INTEGER NOT NULL CHECK (size > 0)) STRICT; DROP TABLE codes; ALTER TABLE n RENAME TO codes',
      'codes refuses values that it took before (CHECK)',
    ],
    [
      'refuses values by a trigger',
      "CREATE TRIGGER t BEFORE INSERT ON codes BEGIN SELECT RAISE(ABORT, 'no'); END",
      'the trigger t refuses what was taken before',
    ],
  ])('%s', (_, sql, message) => {
    expect(findSchemaBreaks(BEFORE, [sql])).toEqual([message]);
  });
});

describe('a migration that older code can live with', () => {
  it.each([
    ['adds a table', 'CREATE TABLE tags (name TEXT NOT NULL)'],
    ['adds a column that may be empty', 'ALTER TABLE codes ADD COLUMN note TEXT'],
    ['adds a column with a default', 'ALTER TABLE codes ADD COLUMN revision INTEGER NOT NULL DEFAULT 1'],
    ['adds an index', 'CREATE INDEX i ON codes (title)'],
    [
      'adds a column that is unique where it is not empty',
      'ALTER TABLE codes ADD COLUMN note TEXT; CREATE UNIQUE INDEX u ON codes (title, note)',
    ],
    [
      'makes a table anew with the same columns',
      'CREATE TABLE n (id TEXT PRIMARY KEY NOT NULL, title TEXT, size INTEGER NOT NULL) STRICT; INSERT INTO n SELECT * FROM codes; DROP TABLE codes; ALTER TABLE n RENAME TO codes',
    ],
  ])('%s', (_, sql) => {
    expect(findSchemaBreaks(BEFORE, [sql])).toEqual([]);
  });
});

/** Migrations that an upgrade refuses without `--accept-downtime`, each with its reason; only if there is no other way. */
const BREAKING: Readonly<Record<string, readonly string[]>> = {};

it('every other migration of the project can be rolled out under the code before it', () => {
  const files = readdirSync('migrations')
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const all = files.map((file) => readFileSync(`migrations/${file}`, 'utf8'));
  for (const [i, file] of files.entries())
    expect(findSchemaBreaks(all.slice(0, i), all.slice(i, i + 1)), file).toEqual(BREAKING[file] ?? []);
});
