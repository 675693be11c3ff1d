import { readWifiFields } from '../wifi.ts';
import { defineTarget, missing, targetUnless, wrong } from './target-family.ts';

/** IEEE 802.11 §9.4.2.2. */
const LONGEST_NAME_BYTES = 32;

/** The choices: phones use `WPA` for all of its generations. */
export const WIFI_SECURITIES = ['WPA', 'WEP', 'nopass'] as const;
const SECURITIES: ReadonlySet<string> = new Set(WIFI_SECURITIES);

/** Name and password stay as typed: surrounding spaces belong to them. */
export const wifiTarget = defineTarget(
  ['network', 'security', 'password', 'hidden'],
  'network',
  ({ network, security, password, hidden }) => {
    const nameBytes = new TextEncoder().encode(network).length;
    const isOpen = security === 'nopass';
    return targetUnless(
      [
        network === '' ? missing('network', 'Give the name of the network.') : null,
        nameBytes > LONGEST_NAME_BYTES
          ? wrong(
              'network',
              `The name is ${nameBytes} bytes long; a network's name has at most ${LONGEST_NAME_BYTES}.`,
            )
          : null,
        SECURITIES.has(security) ? null : wrong('security', 'Choose how the network is protected.'),
        isOpen && password !== ''
          ? wrong(
              'password',
              'An open network has no password: leave it empty, or choose how it is protected.',
            )
          : null,
        !isOpen && password === '' ? missing('password', 'Give the password of the network.') : null,
        security === 'WPA' && password !== '' && !isWpaPassword(password)
          ? wrong('password', 'A WPA password has 8 to 63 characters.')
          : null,
      ],
      () => {
        const fields = [
          `T:${security}`,
          `S:${escapeValue(network)}`,
          ...(isOpen ? [] : [`P:${escapeValue(password)}`]),
          ...(hidden === 'on' ? ['H:true'] : []),
        ];
        return `WIFI:${fields.join(';')};;`;
      },
    );
  },
  (target) => {
    const fields = readWifiFields(target);
    const security = fields.get('T') ?? 'nopass';
    return {
      network: fields.get('S'),
      // The others are generations of WPA.
      security: SECURITIES.has(security) ? security : 'WPA',
      password: fields.get('P'),
      hidden: fields.get('H') === 'true' ? 'on' : '',
    };
  },
);

/** IEEE 802.11 Annex J.4: a passphrase, or the key itself in hexadecimal. */
function isWpaPassword(password: string): boolean {
  const { length } = [...password];
  return (length >= 8 && length <= 63) || /^[0-9a-f]{64}$/i.test(password);
}

function escapeValue(text: string): string {
  return text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
}
