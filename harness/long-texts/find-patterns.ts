import { globSync, readFileSync } from 'node:fs';
import { parseSync, type Program, Visitor } from 'oxc-parser';
import type { Reader } from './find-slow-text.ts';

/** A regular expression in the source. */
export interface FoundPattern {
  /** The file and the line of it. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** A node of the syntax tree (ESTree). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Every regular expression of the files: each literal, and each text that `RegExp` is made of. */
export function findPatterns(glob: string): FoundPattern[] {
  return globSync(glob, { exclude: ['**/*.d.ts'] }).flatMap((path) => findInFile(path.replaceAll('\\', '/')));
}

function findInFile(path: string): FoundPattern[] {
  const text = readFileSync(path, 'utf8');
  const nodes = listNodes(parseSync(path, text).program);
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && init ? [[(id as Node)['name'], init as Node] as const] : [],
    ),
  );
  return nodes.flatMap((node) => {
    const place = `${path}:${text.slice(0, node.start).split('\n').length}`;
    return patternsOf(node, constants).map(({ source, flags }) => ({ place, source, flags }));
  });
}

function listNodes(program: Program): Node[] {
  const nodes: Node[] = [];
  const keep = (node: object) => void nodes.push(node as Node);
  new Visitor({
    Literal: keep,
    NewExpression: keep,
    CallExpression: keep,
    VariableDeclarator: keep,
  }).visit(program);
  return nodes;
}

type Constants = ReadonlyMap<unknown, Node>;

function patternsOf(node: Node, constants: Constants): { source: string; flags: string }[] {
  const { type, callee, regex } = node;
  if (type === 'Literal' && regex) {
    const { pattern, flags } = regex as { pattern: string; flags: string };
    return [{ source: pattern, flags }];
  }
  const isMade = type === 'NewExpression' || type === 'CallExpression';
  if (!isMade || (callee as Node)['name'] !== 'RegExp') return [];
  const [source, flags] = node['arguments'] as readonly Node[];
  return textsOf(source, constants).map((text) => ({
    source: text,
    flags: textsOf(flags, constants, '').join(''),
  }));
}

/** All that an expression can be. What only a run knows is a digit, which is a text, a count, and part of a name. */
function textsOf(node: Node | undefined, constants: Constants, unknown = '1'): string[] {
  switch (node?.type) {
    case 'Literal':
      return [node['regex'] ? (node['regex'] as { pattern: string }).pattern : String(node['value'])];
    case 'TemplateLiteral':
      return textsOfTemplate(node, 'cooked', constants);
    case 'TaggedTemplateExpression':
      return textsOfTemplate(node['quasi'] as Node, 'raw', constants);
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((either) => textsOf(either as Node, constants));
    case 'MemberExpression':
      return textsOf(node['object'] as Node, constants);
    case 'Identifier': {
      const constant = constants.get(node['name']);
      return constant ? textsOf(constant, constants) : [unknown];
    }
    default:
      return [unknown];
  }
}

function textsOfTemplate(node: Node, form: 'cooked' | 'raw', constants: Constants): string[] {
  const quasis = node['quasis'] as readonly { value: Record<typeof form, string> }[];
  const expressions = node['expressions'] as readonly Node[];
  return quasis.reduce<string[]>(
    (before, { value }, i) => {
      const next = i < expressions.length ? textsOf(expressions[i], constants) : [''];
      return before.flatMap((text) => next.map((more) => text + value[form] + more));
    },
    [''],
  );
}

/** Looks for a pattern everywhere in a text, because `split` and `replaceAll` go on after a match. */
export function toReader({ source, flags }: FoundPattern): Reader {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return (text) => text.replace(pattern, '');
}
