import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

interface Node {
  readonly name: string;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly nodes: readonly Node[];
  readonly connections: Readonly<Record<string, { main: { node: string; type: string; index: number }[][] }>>;
}

type Json = Readonly<Record<string, unknown>>;
interface Item {
  readonly json: Json;
  readonly binary?: Readonly<Record<string, { readonly data: string }>>;
}

/**
 * Runs a workflow of n8n for one request to its Webhook node, as n8n does with a raw body. Knows the nodes that the recipes have, and throws
 * what they throw.
 * @param edit changes the code of its Code node, as a person does who puts a secret there
 */
export function runWorkflow(
  file: string,
  request: { readonly headers: Json; readonly body: string },
  edit: (code: string) => string,
): Json {
  const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
  let node = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
  let item: Item = {
    json: { headers: request.headers, params: {}, query: {}, body: {} },
    ...((node?.parameters['options'] as Json | undefined)?.['rawBody'] === true && {
      binary: { data: { data: Buffer.from(request.body).toString('base64') } },
    }),
  };
  while (node) {
    const next: string | undefined = connections[node.name]?.main[0]?.[0]?.node;
    if (next === undefined) return item.json;
    node = nodes.find(({ name }) => name === next);
    if (node) item = runNode(node, item, edit);
  }
  throw new Error('A connection leads to a node that is not there.');
}

function runNode({ type, parameters }: Node, item: Item, edit: (code: string) => string): Item {
  if (type === 'n8n-nodes-base.code') {
    const $input = { first: () => item };
    // The one built-in module that n8n has to allow.
    const require = (name: string) => {
      if (name !== 'crypto') throw new Error(`Module '${name}' is disallowed.`);
      return createRequire(import.meta.url)('node:crypto') as unknown;
    };
    const code = `(() => {${edit(parameters['jsCode'] as string)}\n})()`;
    const [first, ...others] = runInNewContext(code, { $input, require, Buffer }) as Item[];
    if (!first || others.length > 0) throw new Error('The Code node gives one item.');
    return first;
  }
  if (type !== 'n8n-nodes-base.set') throw new Error(`Nobody knows the node ${type}.`);
  const { assignments } = parameters['assignments'] as {
    assignments: { name: string; value: string }[];
  };
  const json = Object.fromEntries(
    assignments.map(({ name, value }) => {
      const [, expression] = /^=\{\{ (.+) \}\}$/.exec(value) ?? [];
      return [name, expression ? (runInNewContext(expression, { $json: item.json }) as unknown) : value];
    }),
  );
  return { json };
}
