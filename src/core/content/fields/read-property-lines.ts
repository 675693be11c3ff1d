import { parsePropertyLines } from '../property-lines.ts';

/**
 * Gives the raw value of a property of a vCard or an iCalendar object; empty if it is missing. If there are several, the first one counts.
 */
export function readProperties(target: string): (name: string, parameters?: string) => string {
  const lines = parsePropertyLines(target);
  return (name, parameters) => {
    const isIt = (line: { readonly name: string; readonly parameters: string }) =>
      line.name === name && (parameters === undefined || line.parameters === parameters);
    return lines.ok ? (lines.value.find(isIt)?.value ?? '') : '';
  };
}

/** The inverse of `escapeText`. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** The raw parts of a value, separated by semicolons. */
export function splitParts(value: string): string[] {
  const parts = [''];
  for (const [token] of value.matchAll(/;|[^;\\]+|\\.?/gs)) {
    if (token === ';') parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts;
}
