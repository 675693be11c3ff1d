import { findPlainTextProblem } from '../../plain-text.ts';
import { inField, type FaultOf } from '../../problem.ts';
import { err, ok, type Result } from '../../result.ts';
import { checkInstant } from './check-instant.ts';
import type { Control, PasswordHash, Rule, Variant } from '../control.ts';
import type { ControlProblem, ControlProblems } from './control-problem.ts';
import {
  type ControlContext,
  type ControlRequest,
  MAX_SCANS_LIMIT,
  PASSWORD_CHARACTERS,
  MAX_RULES,
  type RuleRequest,
  MAX_VARIANTS,
  MIN_VARIANTS,
  LONGEST_CONTROL_NAME,
  LONGEST_PREVIEW,
} from './control-request.ts';
import { findSharesStart, SHARES } from '../variants.ts';
import { checkConditions } from './check-conditions.ts';
import { switchFlags } from '../flags.ts';
import { checkLinks } from './check-links.ts';
import { checkTarget } from './check-target.ts';
import { checkUtm } from './check-utm.ts';
import { mergeTexts } from './merge-texts.ts';
import type { Preview } from '../preview.ts';

/** A code's control after its owner's changes; or all problems at once, each with the path of its field. */
export function checkControl(
  current: Control,
  request: ControlRequest,
  context: ControlContext,
): Result<Control, ControlProblem[]> {
  const problems: ControlProblem[] = [];
  const rules = request.rules ? checkRules(request.rules, context, problems) : current.rules;
  const variants =
    request.variants === undefined
      ? current.variants
      : checkVariants(request.variants ?? [], context, problems);
  checkLimit(request.maxScans, problems);
  checkPassword(request.password, problems);
  const startsAtMs = readInstant(request.startsAt, 'starts_at', current.startsAtMs, problems);
  const endsAtMs = readInstant(request.endsAt, 'ends_at', current.endsAtMs, problems);
  const isReadable = !problems.some(({ code }) => code === 'no_timestamp');
  if (isReadable && startsAtMs !== null && endsAtMs !== null && startsAtMs >= endsAtMs) {
    const field = request.endsAt === undefined ? 'starts_at' : 'ends_at';
    problems.push({ code: 'window_empty', field, values: {} });
  }
  const utm = checkUtm(current.utm, request.utm, problems);
  const preview = checkPreview(current.preview, request.preview, problems);
  const links =
    request.links === undefined ? current.links : checkLinks(request.links ?? [], context, problems);
  const control: Control = {
    ...switchFlags(current, request.flags ?? {}),
    startsAtMs,
    endsAtMs,
    maxScans: orCurrent(request.maxScans, current.maxScans),
    fallbackUrl: checkFallback(request.fallbackUrl, current, context, problems),
    password: current.password,
    rules,
    variants,
    variantsSinceMs: findSharesStart(variants, current, context.nowMs),
    ...(utm ? { utm } : {}),
    ...(preview ? { preview } : {}),
    ...(links && links.length > 0 ? { links } : {}),
  };
  if (control.isUncounted && control.maxScans !== null) {
    const field = request.flags?.count_scans === false ? 'count_scans' : 'max_scans';
    problems.push({ code: 'limit_uncounted', field, values: {} });
  }
  if (problems.length > 0) return err(problems);
  // Comes last: a refused request is not worth a hash.
  return ok({ ...control, password: hashNew(request.password, current, context) });
}

function readInstant(
  text: string | null | undefined,
  field: string,
  current: number | null,
  problems: ControlProblem[],
): number | null {
  return typeof text === 'string' ? checkInstant(text, field, problems) : orCurrent(text, current);
}

function orCurrent<T>(requested: T | undefined, current: T): T {
  return requested === undefined ? current : requested;
}

function checkFallback(
  url: string | null | undefined,
  current: Control,
  context: ControlContext,
  problems: ControlProblem[],
): string | null {
  if (url === undefined) return current.fallbackUrl;
  return url === null ? null : checkTarget(url, 'fallback_url', context, problems);
}

const PREVIEW_RULE = { field: 'preview', longest: LONGEST_PREVIEW } as const;

/** Whether the account has the image is not checked here. */
function checkPreview(
  current: Preview | undefined,
  request: ControlRequest['preview'],
  problems: ControlProblem[],
): Preview | undefined {
  if (request === undefined) return current;
  const texts = mergeTexts<keyof typeof LONGEST_PREVIEW>(current, request, PREVIEW_RULE, problems);
  const { image: shown, imageSide: side } = current ?? {};
  const image = request && orCurrent(request.image, shown ?? null);
  if (!texts && !image) return undefined;
  const imageSide = image && image === shown && side !== undefined ? { imageSide: side } : {};
  return { title: null, description: null, ...texts, ...(image ? { image } : {}), ...imageSide };
}

function checkLimit(maxScans: number | null | undefined, problems: ControlProblem[]): void {
  if (maxScans === null || maxScans === undefined) return;
  if (Number.isInteger(maxScans) && maxScans >= 1 && maxScans <= MAX_SCANS_LIMIT) return;
  problems.push({ code: 'limit_out_of_range', field: 'max_scans', values: { most: MAX_SCANS_LIMIT } });
}

function checkPassword(password: string | null | undefined, problems: ControlProblem[]): void {
  if (typeof password !== 'string') return;
  const { min, max } = PASSWORD_CHARACTERS;
  // Nobody can type malformed text, or a line break in a single-line field.
  const fault = findPlainTextProblem(password, max);
  if (fault) problems.push(inField('password', fault));
  else if ([...password].length < min)
    problems.push({ code: 'password_too_short', field: 'password', values: { least: min } });
}

function hashNew(
  password: string | null | undefined,
  current: Control,
  { hashPassword }: ControlContext,
): PasswordHash | null {
  if (password === undefined) return current.password;
  return password === null ? null : hashPassword(password);
}

/** Converts rules to their normal form; adds their problems to `problems`. */
function checkRules(
  rules: readonly RuleRequest[],
  context: ControlContext,
  problems: ControlProblem[],
): readonly Rule[] {
  if (rules.length > MAX_RULES) {
    const values = { rules: rules.length, most: MAX_RULES };
    problems.push({ code: 'too_many_rules', field: 'rules', values });
  }
  checkNames(rules, 'rules', problems);
  const names = nameAll(rules);
  return rules.map(({ target, when }, i) => ({
    name: names[i] ?? '',
    target: checkTarget(target, `rules[${i}].target`, context, problems),
    when: checkConditions(when, `rules[${i}].when`, problems),
  }));
}

/** An unnamed rule gets the name `Rule 1`, `Rule 2`… by its place, or the next free number. */
function nameAll(rules: readonly RuleRequest[]): string[] {
  const taken = new Set(rules.map(({ name }) => name));
  return rules.map(({ name }, i) => {
    if (typeof name === 'string') return name;
    let number = i + 1;
    while (taken.has(`Rule ${number}`)) number++;
    taken.add(`Rule ${number}`);
    return `Rule ${number}`;
  });
}

/** Converts variants to their normal form, none for a code without a split; adds their problems to `problems`. */
function checkVariants(
  variants: readonly Variant[],
  context: ControlContext,
  problems: ControlProblem[],
): readonly Variant[] {
  if (variants.length === 0) return variants;
  if (variants.length < MIN_VARIANTS || variants.length > MAX_VARIANTS) {
    const values = { least: MIN_VARIANTS, most: MAX_VARIANTS };
    problems.push({ code: 'variants_out_of_range', field: 'variants', values });
  }
  checkNames(variants, 'variants', problems);
  const checked = variants.map(({ name, target, weight }, i) => {
    const field = `variants[${i}].weight`;
    if (!Number.isInteger(weight) || weight < 0 || weight > SHARES) {
      problems.push({ code: 'weight_out_of_range', field, values: { most: SHARES } });
    }
    return { name, target: checkTarget(target, `variants[${i}].target`, context, problems), weight };
  });
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (sum !== SHARES) {
    problems.push({ code: 'weights_unequal', field: 'variants', values: { sum, whole: SHARES } });
  }
  return checked;
}

/** Checks the names of rules or variants, those that have one. `path` is the list's. */
function checkNames(
  named: readonly { readonly name?: string | null | undefined }[],
  path: 'rules' | 'variants',
  problems: ControlProblem[],
): void {
  const seen = new Set<string>();
  for (const [i, { name }] of named.entries()) {
    if (typeof name !== 'string') continue;
    const field = `${path}[${i}].name`;
    const fault = findNameProblem(name);
    if (fault) problems.push(inField(field, fault));
    if (seen.has(name)) problems.push({ code: 'name_taken', field, values: {} });
    seen.add(name);
  }
}

function findNameProblem(name: string): FaultOf<ControlProblems> | null {
  if (name.trim() === '') return { code: 'name_empty', values: {} };
  if (name.trim() !== name) return { code: 'name_padded', values: {} };
  return findPlainTextProblem(name, LONGEST_CONTROL_NAME);
}
