import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

/** What an assistant of an account sees of `POST /mcp`. */

export interface ToolResult {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly data?: string;
    readonly mimeType?: string;
    readonly resource?: {
      readonly uri: string;
      readonly mimeType: string;
      readonly text?: string;
      readonly blob?: string;
    };
  }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

export interface Answer<Result = ToolResult> {
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string };
}

type Headers = Record<string, string>;

const ACCEPT = { Accept: 'application/json, text/event-stream' };

/** Sends a message of the version 2026-07-28. */
export function send(
  client: ApiClient,
  method: string,
  params: Record<string, unknown> = {},
  headers: Headers = {},
): Promise<Response> {
  const version = 'io.modelcontextprotocol';
  const meta = {
    [`${version}/protocolVersion`]: '2026-07-28',
    [`${version}/clientInfo`]: { name: 'test', version: '1.0.0' },
    [`${version}/clientCapabilities`]: {},
  };
  const named: Headers = typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {};
  return client.request(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    {
      headers: {
        ...ACCEPT,
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...named,
        ...headers,
      },
    },
  );
}

/** Sends a message as clients of 2025 do; the answer is an event of a stream, or none. */
export async function sendAsIn2025<Result = ToolResult>(
  client: ApiClient,
  message: Record<string, unknown>,
): Promise<{ status: number; answer: Answer<Result> | null }> {
  const headers = { ...ACCEPT, 'MCP-Protocol-Version': '2025-11-25' };
  const response = await client.request('POST', '/mcp', { jsonrpc: '2.0', ...message }, { headers });
  const data = /^data: (.*)$/m.exec(await response.text())?.[1];
  return {
    status: response.status,
    answer: data === undefined ? null : (JSON.parse(data) as Answer<Result>),
  };
}

/** Calls a tool and returns its result. */
export async function callTool(client: ApiClient, name: string, args: unknown = {}): Promise<ToolResult> {
  const response = await send(client, 'tools/call', { name, arguments: args });
  const { result, error } = await response.json<Answer>();
  expect({ status: response.status, error }).toEqual({ status: 200, error: undefined });
  return result!;
}

/** All that a model reads as sentences. */
export function textOf({ content }: ToolResult): string {
  return content.flatMap(({ text = [] }) => text).join('\n');
}
