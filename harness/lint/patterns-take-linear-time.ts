import { analyse } from 'scslre';

/** A lint rule: no regular expression takes time that grows faster than the text that it reads. */

interface Context {
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

interface Literal {
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

function create(context: Context) {
  return {
    Literal(node: Literal) {
      if (!node.regex) return;
      const { pattern: source, flags } = node.regex;
      for (const { character } of analyse({ source, flags }, { maxReports: 1 }).reports) {
        const { source: pumped, flags: of } = character.literal;
        const message = `a text that repeats /${pumped}/${of} takes more than linear time: split it, or walk through it (src/core/text.ts)`;
        context.report({ node, message });
      }
    },
  };
}

export const patternsTakeLinearTime = { create };
