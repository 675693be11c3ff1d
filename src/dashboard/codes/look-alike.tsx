import { sayRich } from '#languages/say.ts';
import { domainToUnicode } from 'node:url';
import { isLookAlikeHost } from '#core/content/hosts/look-alike-host.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readForm } from '../frame/forms/form.ts';

/** A warning if the host of a target can be mistaken for another one, with its unambiguous name in punycode. Otherwise nothing. */
export function LookAlikeWarning({ target }: { readonly target: string }) {
  const punycode = hostOf(target);
  if (punycode === null || !punycode.includes('xn--')) return null;
  const host = domainToUnicode(punycode);
  if (!isLookAlikeHost(host)) return null;
  return (
    <small class="look-alike" role="note">
      {sayRich(
        '<b>Check the host.</b> “{host}” has letters that look like others. Its exact name is <code>{punycode}</code>: make sure that it is the one you mean.',
        {
          b: (text) => <strong>{text}</strong>,
          code: (text) => <code>{text}</code>,
          host: <bdi>{host}</bdi>,
          punycode,
        },
      )}
    </small>
  );
}

/** `POST /codes/look-alike`: only the warning, for the script that requests it during typing. */
export async function showLookAlike(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  return c.html(<LookAlikeWarning target={form.address('target')} />);
}
