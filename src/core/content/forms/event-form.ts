import { readProperties, unescapeText } from '../fields/read-property-lines.ts';
import { textLine, toObject } from '../fields/write-property-lines.ts';
import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

const FIELDS = [
  'event_title',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'all_day',
  'place',
  'description',
] as const;

/** Start and end of an event as iCalendar writes them: dates alone, or with local times. The end may be open. */
interface Span {
  readonly isAllDay: boolean;
  readonly start: string;
  readonly end: string | null;
}

/** A bare VEVENT (RFC 5545 §3.6.1). Its times float: eight in the evening is eight wherever the event is. */
export const eventTarget = defineTarget(
  FIELDS,
  'description',
  (values) => {
    const span = toSpan(values);
    return targetUnless(
      [
        values.event_title.trim() === '' ? missing('event_title', 'Give the event a title.') : null,
        ...checkDates(values),
        checkOrder(span),
      ],
      () =>
        toObject('VEVENT', [
          ...textLine('SUMMARY', values.event_title),
          ...timeLine('DTSTART', span, span.start),
          ...timeLine('DTEND', span, span.end),
          ...textLine('LOCATION', values.place),
          ...textLine('DESCRIPTION', values.description),
        ]),
    );
  },
  decompose,
);

function decompose(target: string): Partial<Values> {
  const read = readProperties(target);
  const start = toLocal(read('DTSTART'));
  const end = toLocal(read('DTEND'));
  const isAllDay = start.date !== '' && start.time === '';
  return {
    event_title: unescapeText(read('SUMMARY')),
    start_date: start.date,
    start_time: start.time,
    end_date: isAllDay && isDate(end.date) ? addDays(end.date, -1) : end.date,
    end_time: end.time,
    all_day: isAllDay ? 'on' : '',
    place: unescapeText(read('LOCATION')),
    description: unescapeText(read('DESCRIPTION')),
  };
}

/** A date, or a date and a time, as form fields hold them: the inverse of `toBasicDate` and `toBasicTime`. */
function toLocal(value: string): { readonly date: string; readonly time: string } {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d)?/.exec(value) ?? [];
  return {
    date: year === undefined ? '' : `${year}-${month}-${day}`,
    time: hour === undefined ? '' : `${hour}:${minute}`,
  };
}

type Values = Readonly<Record<(typeof FIELDS)[number], string>>;

function toSpan(values: Values): Span {
  const { start_date: startDate, start_time: startTime, end_time: endTime } = values;
  if (values.all_day === 'on') {
    const lastDay = values.end_date;
    // RFC 5545 §3.6.1: the end is the first day after the event.
    const end = isDate(lastDay) ? toBasicDate(addDays(lastDay, 1)) : null;
    return { isAllDay: true, start: toBasicDate(startDate), end };
  }
  const endDate = values.end_date === '' ? startDate : values.end_date;
  const end = endTime === '' ? null : `${toBasicDate(endDate)}T${toBasicTime(endTime)}`;
  return { isAllDay: false, start: `${toBasicDate(startDate)}T${toBasicTime(startTime)}`, end };
}

function checkDates(values: Values): (FieldProblem | null)[] {
  const { start_date: startDate, start_time: startTime, end_date: endDate, end_time: endTime } = values;
  const days = [
    startDate === ''
      ? missing('start_date', 'Give the day on which it starts.')
      : checkDate('start_date', startDate),
    checkDate('end_date', endDate),
  ];
  if (values.all_day === 'on') return days;
  return [
    ...days,
    startTime === ''
      ? missing('start_time', 'Give the time at which it starts, or choose “All day”.')
      : checkTime('start_time', startTime),
    endTime === '' && endDate !== ''
      ? missing('end_time', 'Give the time at which it ends, or choose “All day”.')
      : checkTime('end_time', endTime),
  ];
}

/** Times of one form sort as text. */
function checkOrder({ isAllDay, start, end }: Span): FieldProblem | null {
  if (end === null || end > start) return null;
  return wrong(isAllDay ? 'end_date' : 'end_time', 'It ends before it starts.');
}

function checkDate(field: string, text: string): FieldProblem | null {
  return text === '' || isDate(text) ? null : wrong(field, 'This is not a day of the calendar.');
}

function checkTime(field: string, text: string): FieldProblem | null {
  const isTime = text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  return isTime ? null : wrong(field, 'This is not a time of the day: write it as in 20:30.');
}

/** `YYYY-MM-DD`, as browsers send it, in a year that phone calendars support. */
function isDate(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function toBasicDate(date: string): string {
  return date.replaceAll('-', '');
}

function toBasicTime(time: string): string {
  return `${time.replace(':', '')}00`;
}

function timeLine(name: string, { isAllDay }: Span, time: string | null): string[] {
  return time === null ? [] : [`${name}${isAllDay ? ';VALUE=DATE' : ''}:${time}`];
}
