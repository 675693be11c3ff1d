import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { formatCursor } from '../../src/core/list-cursor.ts';
import type { ListPosition } from '../../src/core/list-position.ts';
import { createClient, create } from '../support/api-client.ts';

/** Every SQL text that /v1 sends to D1, as it was sent. */
async function recordQueries(): Promise<string[]> {
  const queries = new Set<string>();
  const DB = new Proxy(env.DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'prepare') return typeof value === 'function' ? value.bind(target) : value;
      return (sql: string) => {
        queries.add(sql);
        return target.prepare(sql);
      };
    },
  });
  const client = await createClient();
  const { id } = await create(client, { dynamic: true });
  const requests: [string, string, unknown?][] = [
    ['POST', '/v1/qr', { target: 'https://example.com/', dynamic: true }],
    ['GET', `/v1/qr/${id}`],
    ['GET', '/v1/qr'],
    ['GET', `/v1/qr?cursor=${formatCursor(9e15 as ListPosition)}`],
    ['GET', '/v1/qr?type=url'],
    ['GET', '/v1/qr?dynamic=false'],
    ['GET', '/v1/qr?type=url&dynamic=false'],
    ['GET', '/v1/qr?q=me'],
    ['GET', `/v1/qr?q=menu&cursor=${formatCursor(9e15 as ListPosition)}`],
    ['GET', '/v1/qr?type=url&dynamic=true&q=menu&created_after=2026-01-01&created_before=2030-01-01'],
    ['PATCH', `/v1/qr/${id}`, { target: 'https://example.com/2', title: 'x' }],
    ['PATCH', `/v1/qr/${id}`, { title: 'y' }],
    ['GET', `/v1/qr/${id}/stats`],
    ['GET', `/v1/qr/${id}/stats?tz=Europe/Berlin&include=country,city,os,browser,referrer,hour,language`],
    ['DELETE', `/v1/qr/${id}`],
  ];
  for (const [method, path, body] of requests) {
    const response = await client.request(method, path, body, { env: { DB } });
    expect(response.status, `${method} ${path}`).toBe(200);
  }
  return [...queries];
}

describe('the database', () => {
  it('answers every /v1 query from an index, and scans no table', async () => {
    const queries = await recordQueries();
    expect(queries.length).toBeGreaterThanOrEqual(9);
    for (const query of queries) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => '1'))
        .all<{ detail: string }>();
      for (const { detail } of results) {
        // json_each walks its one parameter, and a MATCH walks an index; neither is a table.
        if (!/json_each|VIRTUAL TABLE/.test(detail)) expect(detail, query).not.toMatch(/^SCAN /);
        // The most frequent values of a breakdown cannot come sorted from any index.
        if (!query.includes('scans DESC')) expect(detail, query).not.toContain('TEMP B-TREE FOR ORDER BY');
      }
    }
  });

  it('has only STRICT tables', async () => {
    const { results } = await env.DB.prepare('PRAGMA table_list').all<{
      name: string;
      strict: number;
      schema: string;
    }>();
    const ours = results.filter((table) =>
      ['accounts', 'api_keys', 'qr_codes', 'scans', 'scan_days', 'scan_roll_up'].includes(table.name),
    );
    expect(ours).toHaveLength(6);
    for (const table of ours) expect(table.strict, table.name).toBe(1);
  });

  it('refuses a row whose account or code does not exist', async () => {
    const scan = env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES ('zzzzzzzz', 0, 'mobile', 'v')",
    );
    await expect(scan.run()).rejects.toThrow('FOREIGN KEY');
    const key = env.DB.prepare(
      `INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms)
       VALUES ('k', 'nobody', 'n', 'h', '', '', 'full', 0)`,
    );
    await expect(key.run()).rejects.toThrow('FOREIGN KEY');
  });
});
