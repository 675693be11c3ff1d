import { toPrintedUrl } from '#core/links/printed-url.ts';
import { printedBase } from '#core/links/earlier-base.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { CaptionField } from '#core/prints/caption.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { nameMissing } from '#core/typeface/characters.ts';
import { toDrawnText } from '#core/typeface/set-text.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';
import type { Caption } from '#print/caption.ts';
import type { Dependencies } from '../dependencies.ts';

/** The caption of a code; null if none is requested, or the code has no such text. Refuses a character that cannot be drawn. */
export async function findCaption(
  service: Pick<Dependencies, 'shortUrlBase' | 'earlierBase'>,
  code: QrCode,
  field: CaptionField,
): Promise<Result<Caption | null, PrintProblem>> {
  if (field === 'none') return ok(null);
  const text = toDrawnText(readText(printedBase(service, code), code, field) ?? '');
  if (text === '') return ok(null);
  const missing = nameMissing(text);
  // Half of an address or an id is useless to its reader.
  if (missing === null)
    return ok({ text, mayCut: field === 'title', typeface: await loadTypeface('regular') });
  return err({ code: 'caption_not_drawn', field: 'caption', values: { missing } });
}

/** The caption of a code; refuses a code that has no such text. */
export async function requireCaption(
  deps: Pick<Dependencies, 'shortUrlBase' | 'earlierBase'>,
  code: QrCode,
  field: CaptionField,
): Promise<Result<Caption | null, PrintProblem>> {
  const caption = await findCaption(deps, code, field);
  if (field === 'none' || !caption.ok || caption.value !== null) return caption;
  return err({ code: 'caption_absent', field: 'caption', values: { caption: field } });
}

function readText(base: string, code: QrCode, field: Exclude<CaptionField, 'none'>): string | null {
  switch (field) {
    case 'title':
      return code.title;
    case 'external_id':
      return code.externalId;
    case 'short_url':
      // As people type it: browsers add the scheme.
      return code.isDynamic ? toPrintedUrl(base, code).replace(/^https:\/\//, '') : null;
  }
}
