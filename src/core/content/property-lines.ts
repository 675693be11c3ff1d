import { err, ok, type Result } from '../result.ts';
import { trimEnd } from '../text.ts';
import type { ContentFault } from './content-fault.ts';

/** A line of a vCard or iCalendar object (RFC 6350 §3.3, RFC 5545 §3.1), unfolded. */
export interface PropertyLine {
  /** In upper case, without the optional group of a vCard. */
  readonly name: string;
  /** Parameters as written, in upper case: `;VALUE=DATE`. */
  readonly parameters: string;
  readonly value: string;
}

/**
 * Reads the lines of an object and checks that every BEGIN has its END. Line ends may be CRLF, LF or CR: readers accept all three, so the
 * typed text stays unchanged.
 */
export function parsePropertyLines(text: string): Result<readonly PropertyLine[], ContentFault> {
  const lines: PropertyLine[] = [];
  const open: string[] = [];
  for (const [index, line] of unfold(text)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const property = parsePropertyLine(line);
    if (property === null)
      return err({ code: 'line_malformed', values: { line: index + 1, text: line.slice(0, 40) } });
    lines.push(property);
    const component = property.value.toUpperCase();
    if (property.name === 'BEGIN') open.push(component);
    if (property.name === 'END' && open.pop() !== component)
      return err({ code: 'end_of_nothing', values: { line: index + 1, component: property.value } });
    if (open.length === 0 && property.name !== 'END')
      return err({ code: 'line_outside', values: { line: index + 1 } });
  }
  const unended = open.pop();
  return unended === undefined ? ok(lines) : err({ code: 'component_open', values: { component: unended } });
}

/** A line that starts with a space or tab continues the previous one; trailing line ends are ignored. */
export function unfold(text: string): string {
  return trimEnd(text, '\r\n').replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '');
}

function parsePropertyLine(line: string): PropertyLine | null {
  const found = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)(?=[:;])/.exec(line);
  if (found === null) return null;
  const parametersEnd = findUnquotedColon(line, found[0].length);
  if (parametersEnd === -1) return null;
  return {
    name: (found[1] ?? '').toUpperCase(),
    parameters: line.slice(found[0].length, parametersEnd).toUpperCase(),
    value: line.slice(parametersEnd + 1),
  };
}

/** A colon within the quotes of a parameter does not end the parameters. */
function findUnquotedColon(line: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at++) {
    if (line.charAt(at) === '"') isQuoted = !isQuoted;
    if (line.charAt(at) === ':' && !isQuoted) return at;
  }
  return -1;
}
