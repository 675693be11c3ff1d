import { parsePropertyLines } from '../property-lines.ts';

/** Gives the value of a property of a vCard or an iCalendar object as it is written; empty where it has none. The first of several counts. */
export function readProperties(target: string): (name: string) => string {
  const lines = parsePropertyLines(target);
  return (name) => (lines.ok ? (lines.value.find((line) => line.name === name)?.value ?? '') : '');
}

/** The opposite of `escapeText`. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** The parts of a value that semicolons separate, each as it is written. */
export function splitParts(value: string): string[] {
  return [...value.matchAll(/((?:\\.|[^;\\])*)(?:;|$)/gs)].map(([, part = '']) => part);
}
