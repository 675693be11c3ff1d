import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseCopy } from '#harness/cloudflare/database-copy.ts';

const RUNBOOK = readFileSync('docs/runbook.md', 'utf8');

function* find(text: string, pattern: RegExp): Generator<string> {
  for (const [, found = ''] of text.matchAll(pattern)) yield found;
}

/** The anchors of a page, as GitHub makes them of its headings. */
function listAnchors(page: string): string[] {
  const headings = find(readFileSync(page, 'utf8'), /^#+ (.+)$/gm);
  return [...headings].map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the runbook', () => {
  it('queries a database of this schema', () => {
    const database = new DatabaseCopy();
    for (const file of readdirSync('migrations').filter((name) => name.endsWith('.sql')))
      database.query(readFileSync(join('migrations', file), 'utf8'), []);
    const queries = [...find(RUNBOOK, /--command "([^"]+)"/g)];
    expect(queries.length).toBeGreaterThan(3);
    for (const query of queries) expect(() => database.query(query, []), query).not.toThrow();
  });

  it('names events and fields that the log has', () => {
    const source = execFileSync('grep', ['-rh', '', 'src', 'migrations'], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const names = [...find(RUNBOOK, /`([a-z]+(?:_[a-z]+)+)`/g)];
    expect(names.length).toBeGreaterThan(15);
    // The outcome of a scan is logged as `short_link_` and its name.
    const isKnown = (name: string) =>
      new RegExp(`\\b${name}\\b`).test(source) ||
      new RegExp(`'${name.replace('short_link_', '')}'`).test(source);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe.each(['docs/runbook.md', 'docs/operations.md', 'docs/upgrades.md', 'SECURITY.md'])('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const commands = [...find(text, /npm run (?:--silent )?([a-z][a-z0-9:-]*)/g)];
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });

  it('links to pages and headings that exist', () => {
    const broken = [...find(text, /\]\(([^)]+)\)/g)]
      .filter((link) => !link.startsWith('https:'))
      .filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path ? join(dirname(page), path) : page;
        return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor));
      });
    expect(broken).toEqual([]);
  });
});
