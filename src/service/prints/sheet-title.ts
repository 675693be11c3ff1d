import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { LabelRequest } from '#core/prints/label-templates.ts';
import type { LayoutRequest } from '#core/prints/layouts.ts';
import { say } from '#languages/say.ts';
import type { TargetPolicy } from '../codes/new-code.ts';
import { describePrinted } from './printed-symbol.ts';

/** What programs call a PDF of labels or of a layout: whose it is, and what it is. */
export function titleSheets(
  deps: TargetPolicy,
  codes: readonly QrCode[],
  request: LabelRequest | LayoutRequest,
): string {
  const print = say(request.kind === 'labels' ? 'Label sheet' : LAYOUT_TITLES[request.layout]);
  const [code] = codes;
  const name = codes.length === 1 && code ? (code.title ?? describePrinted(deps, code)?.[1].title) : null;
  return `${name ?? say('{count, plural, one {# code} other {# codes}}', { count: codes.length })} (${print})`;
}
