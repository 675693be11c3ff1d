import { gs1 } from '#contract/gs1/identity.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { check } from '#contract/problems/validation.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { readTypedAddress } from '#core/content/hosts/typed-address.ts';
import type { Element } from '#core/gs1/element.ts';
import { toGs1Fault } from '#core/gs1/gs1-problem.ts';
import { writeElements } from '#core/gs1/identity.ts';
import { readTypedElements } from '#core/gs1/typed-elements.ts';
import { err, ok, type Result } from '#core/result.ts';
import { say } from '#languages/say.ts';
import type { Form } from '../../../frame/forms/form.ts';
import { type FixableProblem, toProblem } from '../design/fixes.ts';

/** The form of a GS1 code: some elements have a field of their own, and the last field has all others. */

const GTIN = 'gs1.01';
const EXPIRY = 'gs1.17';
const OTHERS = 'gs1.others';
const FIELDS = [GTIN, 'gs1.10', 'gs1.21', EXPIRY, OTHERS];

/** What a form asks of the interface, and its problems. Another element than that of a field, which somebody pasted, stays with the field. */
export function readItem(form: Form) {
  const problems: FixableProblem[] = [];
  const elements: Record<string, string> = {};
  const fieldOf = new Map<string, string>();
  for (const field of FIELDS) {
    const read = readElements(form, field);
    if (!read.ok) problems.push(toProblem(read.error, field));
    for (const [ai, value] of read.ok ? read.value : []) {
      if ((elements[ai] ?? value) !== value)
        problems.push(
          toProblem(say('Another field has ({ai}), too. Leave it in one of them.', { ai }), field),
        );
      elements[ai] = value;
      fieldOf.set(ai, field);
    }
  }
  const checked = check(gs1, elements);
  for (const problem of checked.ok ? [] : checked.error) {
    const isMissing = problem.code === 'gs1_no_primary_key';
    const message = isMissing ? say('Enter the GTIN of the product.') : sayInForm(problem);
    problems.push({ field: fieldOf.get(problem.field) ?? GTIN, message, isMissing });
  }
  const target = readTypedAddress(form.value('gs1'));
  if (target === '') {
    const message = say('Enter the address that the code leads to.');
    problems.push({ field: 'gs1', message, isMissing: true });
  }
  return problems.length === 0 ? ok({ target, gs1: elements }) : err(problems);
}

function readElements(form: Form, field: string): Result<readonly Element[], string> {
  const text = form.trimmed(field);
  if (text === '') return ok([]);
  const pasted = field === GTIN || field === OTHERS ? readTypedElements(text) : null;
  if (pasted) return pasted.ok ? pasted : err(sayInForm(toGs1Fault(pasted.error)));
  if (field === OTHERS)
    return err(say('Write each element with its identifier in brackets, as in (422)276.'));
  const [, date] = /^20(\d\d-\d\d-\d\d)$/.exec(field === EXPIRY ? text : '') ?? [];
  const value = date ? date.replaceAll('-', '') : field === GTIN ? text.replaceAll(/[\s-]/g, '') : text;
  return ok([[field.slice('gs1.'.length), value]]);
}

/** The fields that make a GS1 code. */
export function writeItem(code: Pick<QrCode, 'target' | 'gs1' | 'host'>): Record<string, string> {
  const elements = Object.entries(code.gs1 ? writeElements(code.gs1) : {});
  // A field for a date has no day 00.
  const hasField = ([ai = '', value]: readonly string[]) =>
    FIELDS.includes(`gs1.${ai}`) && !(ai === '17' && value?.endsWith('00'));
  const own = elements
    .filter(hasField)
    .map(([ai, value]) => [`gs1.${ai}`, ai === '17' ? value.replace(/(..)(..)/, '20$1-$2-') : value]);
  const others = elements.filter((element) => !hasField(element));
  return {
    gs1: code.target,
    domain: code.host ?? '',
    ...Object.fromEntries(own),
    [OTHERS]: others.map(([ai, value]) => `(${ai})${value}`).join(''),
  };
}
