import { FACT_NAMES, type FactName } from '#core/control/facts.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { FieldSpec } from '../../frame/forms/field-table.tsx';
import type { Option } from '../../kit/field.tsx';
import { BROWSER_CHOICES, SYSTEM_CHOICES } from './choices.ts';

interface FactWords {
  /** Of the condition, and of the field of a scan that is tried. */
  readonly name: PlainMessage;
  /** The field of a rule: boxes for few values, a list for many. */
  readonly field: Pick<FieldSpec, 'label'> & { readonly kind: 'boxes' | 'list' };
  readonly options: () => readonly Option[];
  /** Why a rule did not match. */
  readonly unmet: PlainMessage;
  /** The condition, within the sentence about a rule; absent for what describes the visitors. */
  readonly says?: (values: string) => string;
}

/** The facts that a rule can ask for, in words. */
export const FACT_WORDS: Readonly<Record<FactName, FactWords>> = {
  os: {
    name: 'System',
    field: { kind: 'list', label: 'With these systems' },
    options: () => SYSTEM_CHOICES,
    unmet: 'the system is different',
  },
  device: {
    name: 'Device',
    field: { kind: 'boxes', label: 'On these devices' },
    options: () => [
      { value: 'mobile', label: say('Phones') },
      { value: 'tablet', label: say('Tablets') },
      { value: 'desktop', label: say('Computers') },
    ],
    unmet: 'the device is different',
  },
  browser: {
    name: 'Browser',
    field: { kind: 'list', label: 'With these browsers' },
    options: () => BROWSER_CHOICES,
    unmet: 'the browser is different',
    says: (browsers) => say('with {browsers}', { browsers }),
  },
  source: {
    name: 'Source',
    field: { kind: 'boxes', label: 'From these sources' },
    options: () => [
      { value: 'symbol', label: say('QR code') },
      { value: 'link', label: say('Short link') },
    ],
    unmet: 'the source is different, or not known',
    says: (source) => say('source: {source}', { source }),
  },
};

/** A field for each fact, with these names. */
export function toFactFields<Prefix extends string>(
  prefix: Prefix,
  toField: (words: FactWords) => FieldSpec,
): Readonly<Record<`${Prefix}${FactName}`, FieldSpec>> {
  const fields = FACT_NAMES.map((name) => [prefix + name, toField(FACT_WORDS[name])]);
  return Object.fromEntries(fields) as Record<`${Prefix}${FactName}`, FieldSpec>;
}
