import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { formatElementString } from '#core/gs1/digital-link.ts';
import type { Gs1Drawing } from '#core/gs1/identity.ts';
import { ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * A GS1 code as a file shows it; any other code as it is. A Data Matrix has the colours of the code and no further look. What draws one is
 * loaded with the first.
 *
 * @returns also `elements_too_long`
 */
export async function withDrawing(
  { budget }: Pick<Dependencies, 'budget'>,
  code: QrCode,
  drawing: Gs1Drawing | undefined,
): Promise<Result<QrCode, SymbolProblem>> {
  if (!code.gs1 || !drawing) return ok(code);
  const drawn = { ...code, gs1: { ...code.gs1, ...drawing } };
  if (drawing.carrier === 'qr') return ok(drawn);
  const { encodeDataMatrix } = await import('#symbol/datamatrix/encode-data-matrix.ts');
  const encoded = encodeDataMatrix(formatElementString(code.gs1), budget);
  return encoded.ok ? ok({ ...drawn, style: null, symbolVersion: encoded.value.version }) : encoded;
}
