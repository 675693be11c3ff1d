import { domainToUnicode } from 'node:url';
import { isLookAlikeHost } from '#core/content/look-alike-host.ts';
import { hostOf } from '#core/content/target-hosts.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readForm } from '../frame/forms/form.ts';

/** A warning where the host of a target can be taken for another one, with its name in punycode, which cannot. Nothing where it cannot. */
export function LookAlikeWarning({ target }: { readonly target: string }) {
  const punycode = hostOf(target);
  if (punycode === null || !punycode.includes('xn--')) return null;
  const host = domainToUnicode(punycode);
  if (!isLookAlikeHost(host)) return null;
  return (
    <small class="look-alike" role="note">
      <strong>Check the host.</strong> “<bdi>{host}</bdi>” has letters that look like others. Its exact name
      is <code>{punycode}</code>: make sure that it is the one you mean.
    </small>
  );
}

/** `POST /codes/look-alike`: the warning alone, for the script that asks for it while somebody types a target. */
export async function showLookAlike(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  return c.html(<LookAlikeWarning target={form.trimmed('target')} />);
}
