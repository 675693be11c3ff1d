import { hostOf } from '#core/content/hosts/host.ts';
import { parseStoredControl } from '#core/control/stored-control.ts';

interface LeadingCode {
  readonly redirectTo: string | null;
  /** Control as stored. */
  readonly control: unknown;
}

/** Every distinct web address to which a scan of the code may lead. */
export function listTargets({ redirectTo, control }: LeadingCode): string[] {
  const { fallbackUrl = null, rules = [], variants = [], links = [] } = parseStoredControl(control) ?? {};
  const targets = [
    redirectTo,
    fallbackUrl,
    ...rules.map(({ target }) => target),
    ...variants.map(({ target }) => target),
    ...links.map(({ href }) => href),
  ];
  return [...new Set(targets.filter((target) => target !== null && hostOf(target) !== null) as string[])];
}
