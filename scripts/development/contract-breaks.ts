import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from './install-packages.ts';

/** Finds what a change of the OpenAPI document breaks for callers, by `redocly diff` and by rules for our own promises. */

const REDOCLY = join(import.meta.dirname, 'node_modules/@redocly/cli/bin/cli.js');

/** One change in the report of `redocly diff`, with the fields that are read here. `path` is a JSON pointer into the document. */
interface Change {
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly property?: string;
  readonly base?: { readonly value?: unknown };
  readonly revision?: { readonly value?: unknown };
  readonly verdicts: readonly {
    readonly ruleId: string;
    readonly impact: string;
    readonly message: string;
  }[];
}

/** Rules for changes that docs/interface.md, "What may change", rules out and redocly accepts. Each returns a message if it is broken. */
const OWN_RULES: Readonly<Record<string, (change: Change) => string | false>> = {
  'default-changed': ({ property, base, revision }) => {
    const [before, after] = [base, revision].map((side) => defaultIn(property, side?.value));
    return before !== undefined && after !== before && `The default was ${before}, is ${after}.`;
  },
  'security-changed': ({ typeName, verdicts }) =>
    typeName.startsWith('SecurityRequirement') && verdicts.length === 0 && 'The authentication changed.',
  'success-status-added': ({ kind, typeName, path }) =>
    kind === 'added' && typeName === 'Response' && /\/2..$/.test(path) && 'A success has another status.',
  'required-request-body-added': ({ kind, typeName, revision }) =>
    kind === 'added' &&
    typeName === 'RequestBody' &&
    (revision?.value as { required?: boolean } | undefined)?.required === true &&
    'A request body is required.',
  'response-value-removed': ({ property, base, revision, verdicts }) => {
    if (property !== 'enum' || verdicts.length > 0 || !Array.isArray(revision?.value)) return false;
    const current: unknown[] = revision.value;
    const lost = Array.isArray(base?.value) ? base.value.filter((value) => !current.includes(value)) : [];
    return lost.length > 0 && `Enum lost values: ${lost.join(', ')}.`;
  },
  'new-code-extended': ({ kind, typeName, path }) =>
    kind === 'added' &&
    typeName === 'Schema' &&
    path.startsWith('#/paths/~1v1~1qr/post/responses/200/') &&
    'The nine fields of a new code are all.',
};

/** The default that a keyword (of a parameter) or a description (of a body field) states. */
function defaultIn(property: string | undefined, value: unknown): string | undefined {
  if (property === 'default') return value === undefined ? undefined : JSON.stringify(value);
  return property === 'description' ? /Default: `([^`]*)`/.exec(String(value))?.[1] : undefined;
}

/**
 * @param base the file with the document that callers know
 * @param revision the file with the current document
 * @param accepted names of rules, redocly's or ours, whose findings are ignored
 * @returns one line for each break, with its place and its rule
 */
export function findContractBreaks(
  base: string,
  revision: string,
  accepted: readonly string[] = [],
): string[] {
  installPackages(import.meta.dirname);
  const { stdout, stderr } = spawnSync(process.execPath, [REDOCLY, 'diff', base, revision, '--format=json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  if (!stdout.startsWith('{')) throw new Error(`redocly diff gave no report: ${stderr}`);
  const { changes } = JSON.parse(stdout) as { changes: readonly Change[] };
  return changes.flatMap((change) =>
    rulesBrokenBy(change)
      .filter(([name]) => !accepted.includes(name))
      .map(([name, message]) => `${change.path.slice(2).replaceAll('~1', '/')}: ${message} (${name})`),
  );
}

/** The name and message of each broken rule. */
function rulesBrokenBy(change: Change): [string, string][] {
  const theirs = change.verdicts
    // New values in a response break nobody, because callers must accept unknown ones: see test/api/openapi.test.ts.
    .filter(({ impact, ruleId }) => impact === 'major' && ruleId !== 'enum-values-added')
    .map(({ ruleId, message }): [string, string] => [ruleId, message]);
  const ours = Object.entries(OWN_RULES).map(([name, check]): [string, string] => [
    name,
    check(change) || '',
  ]);
  return [...theirs, ...ours.filter(([, message]) => message)];
}
