import { say } from '#languages/say.ts';
import { readContent } from '#contract/codes/read-content.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ContentType } from '#core/content/content.ts';
import { readTypedAmount } from '#core/content/payments/amount.ts';
import { readAmount } from '#core/content/payments/read-payment.ts';
import { contentOf, describeContent } from '#core/content/fields/content-fields.ts';
import { readTime } from '#core/content/fields/event.ts';
import type { Field, Values } from '#core/content/fields/field.ts';
import { readTypedAddress } from '#core/content/hosts/typed-address.ts';
import { err, ok, type Result } from '#core/result.ts';
import { joinLines } from '#core/text.ts';
import { writeFields } from '../../../frame/forms/field-table.tsx';
import { Form } from '../../../frame/forms/form.ts';
import type { FixableProblem } from '../design/fixes.ts';
import { readItem, writeItem } from './read-item.ts';

/** The small form of each type, to and from the fields that the core describes. */

interface TypedTarget {
  readonly target: string;
  /** Undefined for a type without fields. */
  readonly content?: Values;
}

/** The target of a filled-in form, or what is wrong with its fields. */
export function readTarget(form: Form, type: ContentType): Result<TypedTarget, readonly FixableProblem[]> {
  if (type === 'gs1') return readItem(form);
  const description = describeContent(type);
  if (!description) return readText(form, type);
  const fields = Object.entries(description.fields).map(([name, field]) => [
    name,
    readField(form, `${type}.${name}`, field),
  ]);
  const input = { ...Object.fromEntries(fields), ...(type === 'event' ? readTimes(form) : {}) };
  const composed = readContent(type, input);
  return composed.ok ? composed : err(composed.error.map((problem) => explain(problem, form, type)));
}

function readText(form: Form, type: ContentType): Result<TypedTarget, readonly FixableProblem[]> {
  const typed = form.value(type);
  if (typed.trim() !== '') return ok({ target: type === 'url' ? readTypedAddress(typed) : typed });
  return err([{ field: type, message: sayMissing(type), isMissing: true }]);
}

function sayMissing(type: ContentType): string {
  if (type === 'url') return say('Enter the address that the code leads to.');
  return type === 'file'
    ? say('Choose the file that the code opens.')
    : say('Write the text that the code holds.');
}

function readField(form: Form, name: string, field: Field): unknown {
  switch (field.kind) {
    case 'group': {
      const parts = Object.entries(field.fields).map(
        ([part, of]) => [part, readField(form, `${name}.${part}`, of)] as const,
      );
      const isEmpty = parts.every(([, value]) => value === undefined || value === '');
      return isEmpty && !field.isRequired ? undefined : Object.fromEntries(parts);
    }
    case 'line': {
      const typed = joinLines(form.value(name), /[\r\n]/);
      // A transfer has no field for its currency: it is in euros.
      const currency = form.value(name.replace(/\.amount$/, '.currency')) || 'EUR';
      return field.read === readAmount ? readTypedAmount(typed, currency) : typed;
    }
    case 'flag':
      return form.isChecked(name);
    case 'number': {
      const text = form.decimal(name).replace(/^\+/, '').replace('−', '-');
      return text === '' ? undefined : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    }
    default:
      return form.value(name) || undefined;
  }
}

/** Days and times of day are typed into fields of their own. */
function readTimes(form: Form) {
  const [startDate, startTime, endDate, endTime] = ['start_date', 'start_time', 'end_date', 'end_time'].map(
    (name) => form.value(`event.${name}`),
  );
  if (form.isChecked('event.all_day')) return { starts_at: startDate, ends_at: endDate };
  return {
    starts_at: startDate && `${startDate}T${startTime}`,
    ends_at: (endDate || endTime) && `${endDate || startDate}T${endTime}`,
  };
}

const MISSING: ReadonlySet<string> = new Set<Problem['code']>([
  'required',
  'field_needs_other',
  'field_password_required',
]);

/** A problem of a content beside the field of the form that has it. */
function explain(problem: Problem, form: Form, type: ContentType): FixableProblem {
  const name = problem.field.replace(/^content\.?/, '');
  if (type === 'event' && (name === 'starts_at' || name === 'ends_at'))
    return explainTime(problem, form, name === 'starts_at' ? 'start' : 'end');
  return { field: `${type}.${name}`, message: sayInForm(problem), isMissing: MISSING.has(problem.code) };
}

function explainTime(problem: Problem, form: Form, side: 'start' | 'end'): FixableProblem {
  const [day, time] = [`event.${side}_date`, `event.${side}_time`];
  const isAllDay = form.isChecked('event.all_day');
  const typedDay = form.value(day) || form.value('event.start_date');
  switch (problem.code) {
    case 'required':
      return { field: day, message: say('Enter the day on which it starts.'), isMissing: true };
    case 'field_ends_early':
      return { field: isAllDay ? day : time, message: say('It ends before it starts.'), isMissing: false };
    case 'field_no_time':
      if (isAllDay || readTime(typedDay)?.kind !== 'day')
        return { field: day, message: say('This is not a day of the calendar.'), isMissing: false };
      if (form.value(time) !== '')
        return {
          field: time,
          message: say('This is not a time of the day: write it as in 20:30.'),
          isMissing: false,
        };
      return {
        field: time,
        message:
          side === 'start'
            ? say('Enter the time at which it starts, or choose “All day”.')
            : say('Enter the time at which it ends, or choose “All day”.'),
        isMissing: true,
      };
    default:
      return { field: isAllDay ? day : time, message: sayInForm(problem), isMissing: false };
  }
}

/** The fields that would make the target of a code; `isWhole` unless it holds more than they can. */
export function writeTarget(code: Pick<QrCode, 'type' | 'target' | 'content' | 'gs1' | 'host'>): {
  readonly values: Readonly<Record<string, string>>;
  readonly isWhole: boolean;
} {
  const { type, target, content } = code;
  if (type === 'gs1') return { values: writeItem(code), isWhole: true };
  const description = describeContent(type);
  if (!description) return { values: { [type]: target }, isWhole: true };
  const known = content ?? contentOf(type, target) ?? description.decompose(target);
  const values = {
    ...Object.fromEntries(writeFields(known, {}, type)),
    ...(type === 'event' ? writeTimes(known) : {}),
  };
  const again = readTarget(new Form(Object.entries(values)), type);
  return { values, isWhole: again.ok && again.value.target === target };
}

function writeTimes({ starts_at: start, ends_at: end }: Readonly<Record<string, unknown>>) {
  const [startsAt = '', endsAt = ''] = [start, end].map((time) => (typeof time === 'string' ? time : ''));
  return {
    'event.all_day': readTime(startsAt)?.kind === 'day' ? 'on' : '',
    'event.start_date': startsAt.slice(0, 10),
    'event.start_time': startsAt.slice(11, 16),
    'event.end_date': endsAt.slice(0, 10),
    'event.end_time': endsAt.slice(11, 16),
  };
}
