import type { Template } from '#core/styles/template.ts';
import type { Dependencies } from '../dependencies.ts';
import { findPictures, takePicture } from './logo-pictures.ts';
import { previewQrCode } from '../images/preview.ts';

/** Large enough for the text of any frame. */
const SIZE = 1024;

/** An SVG of a sample short link in the look of a template; null if it cannot be drawn. */
export async function drawTemplateSample(
  deps: Dependencies,
  accountId: string,
  { style, color, margin, errorCorrection }: Pick<Template, 'style' | 'color' | 'margin' | 'errorCorrection'>,
): Promise<string | null> {
  const picture = takePicture(await findPictures(deps, accountId, [{ style }]), { style });
  const look = { style, color, margin, errorCorrection, size: SIZE, format: 'svg' } as const;
  const sample = {
    ...look,
    type: 'url',
    target: 'https://example.com/',
    isDynamic: true,
  } as const;
  const drawn = await previewQrCode(deps, sample, picture.ok ? picture.value : null);
  return drawn.ok ? drawn.value.svg : null;
}
