import { patternsTakeLinearTime } from './patterns-take-linear-time.ts';

/**
 * Lint rules of this house: text that looks like SQL is written only under src/storage/, and its parameters that are lists are cut there.
 */

/** In upper case, as SQL is written here. Prose and `DELETE /v1/qr` do not match. */
const SQL =
  /\b(SELECT\s[^]*\sFROM|SELECT\s+(\d|EXISTS|count)|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|PRAGMA\s+\w|(CREATE|ALTER|DROP)\s+(TABLE|INDEX|TRIGGER|VIEW))\b/;

interface Context {
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

interface Literal {
  readonly value: unknown;
}

interface TemplateLiteral {
  readonly quasis: readonly { readonly value: { readonly raw: string } }[];
}

/** Text that looks like SQL is written only under src/storage/. */
function sqlStandsInStorage(context: Context) {
  const look = (node: unknown, text: string) => {
    if (SQL.test(text)) {
      const message = 'SQL stands in src/storage: see docs/architecture.md';
      context.report({ node, message });
    }
  };
  return {
    Literal: (node: Literal) => typeof node.value === 'string' && look(node, node.value),
    TemplateLiteral: (node: TemplateLiteral) =>
      look(node, node.quasis.map(({ value }) => value.raw).join('…')),
  };
}

/** A parameter with many values is made by src/storage/json-list.ts, so that it fits into a statement. */
function listsAreCut(context: Context) {
  return {
    TemplateLiteral(node: TemplateLiteral) {
      if (node.quasis.slice(0, -1).some(({ value }) => value.raw.endsWith('json_each(')))
        context.report({ node, message: 'a list for SQL is cut: tableOf of src/storage/json-list.ts' });
    },
  };
}

export default {
  meta: { name: 'house' },
  rules: {
    'sql-stands-in-storage': { create: sqlStandsInStorage },
    'lists-are-cut': { create: listsAreCut },
    'patterns-take-linear-time': patternsTakeLinearTime,
  },
};
