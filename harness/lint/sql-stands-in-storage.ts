/** A lint rule: text that looks like SQL is written only under src/storage/. */

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

function create(context: Context) {
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

export default { meta: { name: 'house' }, rules: { 'sql-stands-in-storage': { create } } };
