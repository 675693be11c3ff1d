import { hostOf } from './hosts/host.ts';
import { readTypedAddress } from './hosts/typed-address.ts';
import { recognizeContent } from './readable.ts';

/** An address within a text, up to the end of its host. */
const WRITTEN = /(?:https?:\/\/|www\.)[^\s<>"/?#,;!)\]]+/giu;

/** The fields whose whole text is an address, also without a scheme. */
const FIELDS_OF_ADDRESSES: ReadonlySet<string> = new Set(['url', 'websites']);

/** The hosts that texts at any depth show, as addresses: nobody is led there, but readers open them. */
export function listShownAddresses(shown: unknown, isAddress = false): string[] {
  if (typeof shown === 'string') {
    const found = isAddress ? [shown] : (shown.match(WRITTEN) ?? []);
    const hosts = found.flatMap((text) => hostOf(readTypedAddress(text)) ?? []);
    return hosts.map((host) => `https://${host}`);
  }
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([name, value]) =>
    listShownAddresses(value, isAddress || FIELDS_OF_ADDRESSES.has(name)),
  );
}

/** What a scan of a content shows, and what it hands to the phone as a file: there, long lines are folded. */
export function toShownTexts(target: string): unknown {
  return [target.replaceAll(/\r?\n[ \t]/g, ''), recognizeContent(target)];
}
