import { expect, test } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { countSymbolModules } from '#core/codes/qr-code.ts';
import { NO_FILING } from '#core/codes/filing.ts';
import { formatElementString } from '#core/gs1/digital-link.ts';
import type { Carrier, Gs1Identity } from '#core/gs1/identity.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { PLAIN_STYLE } from '#core/styles/style.ts';
import { PRINT_REQUEST } from '#harness/data/print.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { rasterizeToPng, readGs1Symbol } from '#harness/symbols/read-symbol.ts';
import { budgetOf } from '#service/budget.ts';
import { validateNewCode } from '#service/codes/new-code.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { layOutDraft, toQrCode } from '#service/images/draw.ts';
import { estimateDrawingMs } from '#service/images/drawing-time.ts';
import { drawImageOf } from '#service/images/image.ts';
import { withDrawing } from '#service/prints/gs1-drawing.ts';
import { previewQrCode } from '#service/images/preview.ts';
import { checkPrintOfQrCode, printQrCode } from '#service/prints/print.ts';

/** No code has a logo, so nothing asks the database. */
const DEPS = {
  shortUrlBase: 'https://go.example.com',
  earlierBase: null,
  allowsPrivateHosts: false,
  budget: budgetOf('paid'),
  nowMs: () => 0,
} as unknown as Dependencies;

const LINK: Pick<Gs1Identity, 'path' | 'attributes'> = {
  path: [
    ['01', '09506000134352'],
    ['10', 'Lot/7'],
  ],
  attributes: [['17', '271231']],
};

const URI = 'https://id.example.com/01/09506000134352/10/Lot%2F7?17=271231';
const READINGS = {
  qr: { text: URI, identifier: ']Q1' },
  datamatrix: { text: formatElementString({ ...LINK }), identifier: ']d2' },
} as const;

const NEW_CODE: NewCode = {
  type: 'gs1',
  target: 'https://example.com/product',
  isDynamic: true,
  color: BLACK_ON_WHITE,
  format: 'png',
  size: 400,
  margin: 2,
  errorCorrection: 'M',
  host: 'id.example.com' as LinkHost,
  gs1: LINK,
};

async function make(carrier: Carrier, hasText: boolean) {
  const newCode = NEW_CODE;
  const content = validateNewCode(newCode, DEPS);
  if (!content.ok) throw new Error(content.error[0]?.code);
  const draft = {
    ...{ newCode, content: content.value, control: null, filing: NO_FILING, picture: null },
    shortCode: '01/09506000134352/10/Lot%2F7' as ShortCode,
    ...{ accountId: 'acc', createdBy: 'key', createdAtMs: 0 },
  };
  const laidOut = await layOutDraft(DEPS, 'k7m2p9qa' as CodeId, draft);
  if (!laidOut.ok) throw new Error(JSON.stringify(laidOut.error));
  const code = toQrCode('k7m2p9qa' as CodeId, draft, laidOut.value.symbol);
  const drawn = await withDrawing(DEPS, code, { carrier, hasText });
  if (!drawn.ok) throw new Error(drawn.error.code);
  return drawn.value;
}

test.each([
  ['qr', false],
  ['qr', true],
  ['datamatrix', false],
  ['datamatrix', true],
] as const)(
  'a code with the carrier %s (text: %s) has one content in all of its files',
  async (carrier, hasText) => {
    const code = await make(carrier, hasText);
    const isQr = carrier === 'qr';
    expect(countSymbolModules(code)).toBe(isQr ? 33 : 20);
    if (!isQr) expect([code.errorCorrection, code.symbolVersion]).toEqual(['M', 20]);
    for (const format of ['png', 'svg'] as const) {
      const image = await drawImageOf(DEPS, code, {
        format,
        size: undefined,
        margin: undefined,
        dpi: undefined,
      });
      if (!image.ok) throw new Error(image.error.reason);
      const { bytes } = image.value;
      const png = format === 'png' ? bytes : await rasterizeToPng(Buffer.from(bytes).toString(), 400);
      expect(await readGs1Symbol(png)).toEqual(READINGS[carrier]);
    }
    const request = { ...PRINT_REQUEST, format: 'svg', paper: 'white' } as const;
    const allowance = { mostMs: 1e6, charge: async () => undefined };
    const printed = await printQrCode(DEPS, code, request, allowance);
    if (!printed.ok) throw new Error(printed.error.reason);
    const svg = Buffer.from(printed.value.bytes).toString();
    expect(svg).toContain(
      `<title>${isQr ? `QR code: ${URI}` : 'GS1 Data Matrix: (01) 09506000134352 (10) Lot/7 (17) 271231'}</title>`,
    );
    expect(await readGs1Symbol(await rasterizeToPng(svg, 600))).toEqual(READINGS[carrier]);
    const checked = await checkPrintOfQrCode(DEPS, code, request, null);
    if (!checked.ok) throw new Error(checked.error.reason);
    const { modules, widthMm, heightMm, quietZoneModules } = checked.value;
    expect([modules, widthMm, quietZoneModules, heightMm > widthMm]).toEqual([
      isQr ? 33 : 20,
      20,
      2,
      hasText,
    ]);
    expect(estimateDrawingMs(code, { kind: 'image', image: { format: 'svg' } } as never)).toBeLessThan(100);
  },
);

test('a preview has the printed content, and a Data Matrix the colours of a designed code alone', async () => {
  expect(await previewQrCode(DEPS, NEW_CODE)).toMatchObject({
    ok: true,
    value: { modules: 33, isPlaceholder: false },
  });
  const designed = { ...(await make('qr', false)), style: { ...PLAIN_STYLE, modules: 'dot' } as const };
  expect(await withDrawing(DEPS, designed, { carrier: 'datamatrix', hasText: false })).toMatchObject({
    value: { style: null, symbolVersion: 20 },
  });
});
