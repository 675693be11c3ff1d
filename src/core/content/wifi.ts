import type { ContentProblem, StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';

const PREFIX = 'WIFI:';

/** Values of T that phones know; with any other value, some phones join without a password, or not at all. */
const SECURITIES: ReadonlySet<string> = new Set(['WPA', 'WPA2', 'WPA3', 'WPA2-EAP', 'SAE', 'WEP', 'nopass']);

/** Fields by name: those of every network, those of WPA2-EAP, and those of the WPA3 specification §7.1. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['T', 'S', 'P', 'H', 'E', 'A', 'I', 'PH2', 'R', 'ID', 'K']);

/** IEEE 802.11 §9.4.2.2. */
const LONGEST_SSID_BYTES = 32;

const UNFINISHED = 'A Wi-Fi target ends with two semicolons: one ends its last field, one ends the whole.';

type Fields = ReadonlyMap<string, string>;

/**
 * The settings of a wireless network as phones read them: `WIFI:T:WPA;S:name;P:password;;`, with `\ ; , : "` escaped by
 * a backslash within values. The error names the field that is wrong.
 */
export function parseWifi(target: string): Result<StaticContent, ContentProblem> {
  const fields = parseFields(target);
  if (!fields.ok) return err({ code: 'invalid_wifi', message: fields.error });
  const message = findProblem(fields.value);
  return message === null
    ? ok({ symbolContent: target, redirectTo: null })
    : err({ code: 'invalid_wifi', message });
}

/** The decoded fields of a target; none if it is no Wi-Fi target. */
export function readWifiFields(target: string): ReadonlyMap<string, string> {
  const fields = parseFields(target);
  return fields.ok ? fields.value : new Map();
}

function parseFields(target: string): Result<Fields, string> {
  if (!target.startsWith(PREFIX))
    return err('A Wi-Fi target starts with WIFI: in upper case, as in WIFI:T:WPA;S:name;P:password;;.');
  if (!target.endsWith(';;')) return err(UNFINISHED);
  const fields = new Map<string, string>();
  let at = PREFIX.length;
  while (at < target.length - 1) {
    const field = readField(target, at);
    if (!field.ok) return field;
    const { name, value, end } = field.value;
    if (!FIELD_NAMES.has(name))
      return err(`The field "${name}" is not known; the fields are ${[...FIELD_NAMES].join(', ')}.`);
    if (fields.has(name)) return err(`The field ${name} is there twice.`);
    fields.set(name, value);
    at = end;
  }
  // An escaped semicolon before the last one ends nothing.
  if (at !== target.length - 1) return err(UNFINISHED);
  return ok(fields);
}

/** Reads `name:value;` from `start` and removes the backslashes; `end` is after the semicolon. */
function readField(
  target: string,
  start: number,
): Result<{ name: string; value: string; end: number }, string> {
  const colon = target.indexOf(':', start);
  const semicolon = target.indexOf(';', start);
  if (colon === -1 || semicolon < colon) {
    return err(
      `"${target.slice(start, semicolon)}" is not a field; a field is written name:value, and a semicolon in a value \\;.`,
    );
  }
  const name = target.slice(start, colon);
  const isQuoted = isQuotedValue(target, colon + 1);
  let value = '';
  for (let at = colon + 1; at < target.length; at++) {
    const character = target.charAt(at);
    if (character === ';') return ok({ name, value: isQuoted ? value.slice(1, -1) : value, end: at + 1 });
    if (character === '\\') {
      at++;
      if (!'\\;,:"'.includes(target.charAt(at))) {
        return err(
          `The field ${name} has a backslash before "${target.charAt(at)}"; only \\ ; , : and " are escaped, and a backslash is written \\\\.`,
        );
      }
    } else if (',:"'.includes(character) && !(character === '"' && isQuoted)) {
      return err(`The field ${name} has a bare ${character} in it; write \\${character}.`);
    }
    value += target.charAt(at);
  }
  return err(`The field ${name} does not end with a semicolon.`);
}

/** A value in quotes is text even if it looks like hexadecimal digits. */
function isQuotedValue(target: string, start: number): boolean {
  if (target.charAt(start) !== '"') return false;
  return /^"(?:[^"\\;]|\\.)*";/.test(target.slice(start));
}

function findProblem(fields: Fields): string | null {
  const security = fields.get('T') ?? 'nopass';
  if (!SECURITIES.has(security)) return `T is "${security}"; it is one of ${[...SECURITIES].join(', ')}.`;

  const ssid = fields.get('S') ?? '';
  if (ssid === '') return 'S, the name of the network, is missing.';
  const ssidBytes = new TextEncoder().encode(ssid).length;
  if (ssidBytes > LONGEST_SSID_BYTES) {
    return `S, the name of the network, is ${ssidBytes} bytes long; a name has at most ${LONGEST_SSID_BYTES}.`;
  }
  const hidden = fields.get('H') ?? 'false';
  if (hidden !== 'true' && hidden !== 'false')
    return `H is "${hidden}"; it is true for a hidden network, or false.`;
  return findPasswordProblem(security, fields.get('P') ?? '');
}

function findPasswordProblem(security: string, password: string): string | null {
  if (security === 'nopass') {
    return password === '' ? null : 'P is a password, but T says nopass; set T to WPA, or leave P out.';
  }
  return password === '' ? 'P, the password, is missing; a network without one has T:nopass.' : null;
}
