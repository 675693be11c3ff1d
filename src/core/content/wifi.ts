import type { ContentFault } from './content-fault.ts';
import type { StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';

const PREFIX = 'WIFI:';

/** Values of T that phones know; with any other value, some phones join without a password, or not at all. */
const SECURITIES: ReadonlySet<string> = new Set(['WPA', 'WPA2', 'WPA3', 'WPA2-EAP', 'SAE', 'WEP', 'nopass']);

/** Fields by name: those of every network, those of WPA2-EAP, and those of the WPA3 specification §7.1. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['T', 'S', 'P', 'H', 'E', 'A', 'I', 'PH2', 'R', 'ID', 'K']);

/** IEEE 802.11 §9.4.2.2. */
const LONGEST_SSID_BYTES = 32;

const UNFINISHED: ContentFault = { code: 'wifi_unfinished', values: {} };

type Fields = ReadonlyMap<string, string>;

/**
 * The settings of a wireless network as phones read them: `WIFI:T:WPA;S:name;P:password;;`, with `\ ; , : "` escaped by
 * a backslash within values. The error names the field that is wrong.
 */
export function parseWifi(target: string): Result<StaticContent, ContentFault> {
  const fields = parseFields(target);
  const fault = fields.ok ? findFault(fields.value) : fields.error;
  return fault ? err(fault) : ok({ symbolContent: target, redirectTo: null });
}

/** The decoded fields of a target; none if it is no Wi-Fi target. */
export function readWifiFields(target: string): ReadonlyMap<string, string> {
  const fields = parseFields(target);
  return fields.ok ? fields.value : new Map();
}

function parseFields(target: string): Result<Fields, ContentFault> {
  if (!target.startsWith(PREFIX)) return err({ code: 'no_wifi', values: {} });
  if (!target.endsWith(';;')) return err(UNFINISHED);
  const fields = new Map<string, string>();
  let at = PREFIX.length;
  while (at < target.length - 1) {
    const field = readField(target, at);
    if (!field.ok) return field;
    const { name, value, end } = field.value;
    if (!FIELD_NAMES.has(name))
      return err({ code: 'wifi_field_unknown', values: { name, known: [...FIELD_NAMES] } });
    if (fields.has(name)) return err({ code: 'wifi_field_twice', values: { name } });
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
): Result<{ name: string; value: string; end: number }, ContentFault> {
  const colon = target.indexOf(':', start);
  const semicolon = target.indexOf(';', start);
  if (colon === -1 || semicolon < colon)
    return err({ code: 'wifi_no_field', values: { text: target.slice(start, semicolon) } });
  const name = target.slice(start, colon);
  const isQuoted = isQuotedValue(target, colon + 1);
  let value = '';
  for (let at = colon + 1; at < target.length; at++) {
    const character = target.charAt(at);
    if (character === ';') return ok({ name, value: isQuoted ? value.slice(1, -1) : value, end: at + 1 });
    if (character === '\\') {
      const escaped = target.charAt(++at);
      if (!'\\;,:"'.includes(escaped))
        return err({ code: 'wifi_escape_unknown', values: { name, character: escaped } });
    } else if (',:"'.includes(character) && !(character === '"' && isQuoted)) {
      return err({ code: 'wifi_not_escaped', values: { name, character } });
    }
    value += target.charAt(at);
  }
  return err({ code: 'wifi_field_open', values: { name } });
}

/** A value in quotes is text even if it looks like hexadecimal digits. */
function isQuotedValue(target: string, start: number): boolean {
  if (target.charAt(start) !== '"') return false;
  return /^"(?:[^"\\;]|\\.)*";/.test(target.slice(start));
}

function findFault(fields: Fields): ContentFault | null {
  const security = fields.get('T') ?? 'nopass';
  if (!SECURITIES.has(security))
    return { code: 'wifi_security_unknown', values: { security, known: [...SECURITIES] } };

  const ssid = fields.get('S') ?? '';
  if (ssid === '') return { code: 'wifi_without_name', values: {} };
  const bytes = new TextEncoder().encode(ssid).length;
  if (bytes > LONGEST_SSID_BYTES)
    return { code: 'wifi_name_too_long', values: { bytes, longest: LONGEST_SSID_BYTES } };
  const hidden = fields.get('H') ?? 'false';
  if (hidden !== 'true' && hidden !== 'false') return { code: 'wifi_hidden_malformed', values: { hidden } };
  return findPasswordFault(security, fields.get('P') ?? '');
}

function findPasswordFault(security: string, password: string): ContentFault | null {
  if (security === 'nopass') return password === '' ? null : { code: 'wifi_password_unused', values: {} };
  return password === '' ? { code: 'wifi_without_password', values: {} } : null;
}
