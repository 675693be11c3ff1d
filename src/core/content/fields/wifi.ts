import { readWifiFields } from '../wifi.ts';
import { defineContent, type FieldProblem, optional, required } from './field.ts';
import { atMostBytes } from './readers.ts';

/** IEEE 802.11 §9.4.2.2. */
const LONGEST_NAME_BYTES = 32;

/** Phones use `WPA` for all of its generations. */
export const WIFI_SECURITIES = ['WPA', 'WEP', 'nopass', 'WPA2-EAP'] as const;

/** Name and password stay as typed: surrounding spaces belong to them. */
export const wifi = defineContent({
  fields: {
    ssid: required.exact('The name of the network: at most 32 bytes of UTF-8.', {
      longest: LONGEST_NAME_BYTES,
      read: atMostBytes(LONGEST_NAME_BYTES),
    }),
    password: optional.exact('Required, unless the network is open.', { longest: 64 }),
    security: optional.choice('`WPA` for all of its generations, `nopass` for an open network.', [
      ...WIFI_SECURITIES,
    ]),
    hidden: optional.flag('Whether the network hides its name.'),
  },
  example: { ssid: 'Café Sol', password: 'espresso42', security: 'WPA', hidden: false },
  mainField: 'ssid',
  check: ({ security, password }) => checkPassword(security, password),
  compose: ({ ssid, password, security, hidden }) => {
    const parts = [
      `T:${security}`,
      `S:${escapeValue(ssid)}`,
      ...(security === 'nopass' ? [] : [`P:${escapeValue(password)}`]),
      ...(hidden ? ['H:true'] : []),
    ];
    return `WIFI:${parts.join(';')};;`;
  },
  decompose: (target) => {
    const read = readWifiFields(target);
    const security = read.get('T') ?? 'nopass';
    return {
      ssid: read.get('S'),
      password: read.get('P'),
      // The others are generations of WPA.
      security: WIFI_SECURITIES.find((known) => known === security) ?? 'WPA',
      hidden: read.get('H') === 'true',
    };
  },
});

function checkPassword(security: string, password: string): FieldProblem[] {
  const refuse = (fault: FieldProblem['fault']) => [{ field: 'password', fault }];
  if (security === 'nopass')
    return password === '' ? [] : refuse({ code: 'field_password_unused', values: {} });
  if (password === '') return refuse({ code: 'field_password_required', values: {} });
  return security !== 'WPA' || isWpaPassword(password)
    ? []
    : refuse({ code: 'field_no_wpa_password', values: {} });
}

/** IEEE 802.11 Annex J.4: a passphrase, or the key itself in hexadecimal. */
function isWpaPassword(password: string): boolean {
  const { length } = [...password];
  return (length >= 8 && length <= 63) || /^[0-9a-f]{64}$/i.test(password);
}

function escapeValue(text: string): string {
  return text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
}
