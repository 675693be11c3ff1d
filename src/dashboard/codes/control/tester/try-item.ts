import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { chooseDefaultLinks, chooseLinks } from '#core/gs1/choose-link.ts';
import { toHumanReadable } from '#core/gs1/digital-link.ts';
import { parseLinkType } from '#core/gs1/link-types.ts';
import { toLinkset } from '#core/gs1/linkset.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { readStatus } from '#service/codes/control.ts';
import type { Form } from '../../../frame/forms/form.ts';
import { type Trial, tryScan } from './try-scan.ts';

/** A GS1 code, and the codes of the levels above it, the most specific first. */
export type ItemLevels = readonly [QrCode, ...QrCode[]];

const linksOf = ({ control }: QrCode) => control?.links ?? [];

/** What phones accept. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Decides about an imagined scan of a GS1 code as the resolver would: by the link that it wants, then by the control of its code. */
export function tryItem(levels: ItemLevels, form: Form, timeZone: TimeZone, nowMs: number): Trial | null {
  const [code] = levels;
  const wish = { context: null, acceptLanguage: form.trimmed('test_language') || null, accept: ACCEPT };
  const type = parseLinkType(form.value('test_link_type'));
  const ofType = (level: QrCode) => linksOf(level).filter((link) => link.type === type);
  const level = type === null ? code : levels.find((one) => ofType(one).length > 0);
  if (!level) return { outcome: { kind: 'no_link' }, passedOver: [] };
  const links = type === null ? chooseDefaultLinks(linksOf(code), wish) : chooseLinks(ofType(level), wish);
  const [link] = links;
  if (!link) return tryScan(level, form, timeZone, nowMs);
  // A typed link passes all control of its code, except what chooses among default links.
  const control = { ...(level.control ?? NO_CONTROL), rules: [], variants: [] };
  const trial = tryScan({ ...level, redirectTo: link.href, control }, form, timeZone, nowMs);
  return trial && { ...trial, found: { level: level.shortCode ?? '', links } };
}

/** The linkset that the resolver gives to machines. @param root `https://id.example.com` */
export function previewLinkset(levels: ItemLevels, root: string, nowMs: number): object {
  const listed = levels.map((level) => {
    const { control, gs1, redirectTo, shortCode, target } = level;
    // A list takes no scan from those that a limit allows.
    if (readStatus(level, nowMs) !== 'active' || control?.password || control?.maxScans) return null;
    const description = toHumanReadable({ path: gs1?.path ?? [], attributes: [] }).join(' ');
    const link = { href: redirectTo ?? target, forwardsQuery: control?.forwardsQuery ?? false };
    return { path: `/${shortCode}`, description, target: link, links: linksOf(level) };
  });
  return toLinkset(root, listed);
}
