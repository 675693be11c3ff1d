import { readTypedAddress } from '../content/hosts/typed-address.ts';
import { ok, type Result } from '../result.ts';
import { parseDigitalLink } from './digital-link.ts';
import type { Element, ElementFault } from './element.ts';

/** Elements as people type or paste them: `(01) 09506000134352 (10) LOT7`, or a Digital Link. Null for any other text. */
export function readTypedElements(text: string): Result<readonly Element[], ElementFault> | null {
  if (text.startsWith('(')) {
    const [, ...parts] = text.split(/\((\d{2,4})\)/);
    const values = parts.filter((_, i) => i % 2 === 1);
    return values.length === 0 ? null : ok(values.map((value, i) => [parts[2 * i] ?? '', value.trim()]));
  }
  const address = readTypedAddress(text);
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  const link = parseDigitalLink(pathname.replace(/\/$/, ''), search.slice(1));
  return link.ok ? ok([...link.value.path, ...link.value.attributes]) : link;
}
