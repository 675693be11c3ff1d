import { expect, test } from 'vitest';
import type { Carrier } from '#core/gs1/identity.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { PRINT_REQUEST } from '#harness/data/print.ts';
import { checkPrint } from '#print/check-print.ts';
import { planPrint } from '#print/plan-print.ts';

const FACTS = { distanceMm: null, isBlackOnWhite: true, style: null, status: 'active' };

/** The warnings for a print, and whether tills take it. */
function check(carrier: Carrier, modules: number, margin: number, moduleMm: number) {
  const code = { modules, margin, carrier, color: BLACK_ON_WHITE, style: null, caption: null };
  const plan = planPrint({ ...PRINT_REQUEST, widthMm: undefined, moduleMm }, code);
  if (!plan.ok) throw new Error(plan.error[0]?.code);
  const { pointOfSale, warnings, quietZoneModules } = checkPrint(plan.value, FACTS);
  return [pointOfSale.fits, quietZoneModules, ...warnings.map((warning) => warning.code)];
}

test.each([
  { carrier: 'qr', margin: 4, moduleMm: 0.396, found: [true, 4] },
  { carrier: 'qr', margin: 3, moduleMm: 0.495, found: [true, 3, 'quiet_zone_narrow'] },
  { carrier: 'datamatrix', margin: 1, moduleMm: 0.396, found: [true, 1, 'not_for_phones'] },
  {
    carrier: 'datamatrix',
    margin: 0,
    moduleMm: 0.495,
    found: [true, 0, 'quiet_zone_narrow', 'not_for_phones'],
  },
  {
    carrier: 'datamatrix',
    margin: 1,
    moduleMm: 0.395,
    found: [false, 1, 'module_below_pos', 'not_for_phones'],
  },
  { carrier: 'datamatrix', margin: 2, moduleMm: 0.99, found: [true, 2, 'not_for_phones'] },
  {
    carrier: 'datamatrix',
    margin: 2,
    moduleMm: 0.991,
    found: [false, 2, 'module_above_pos', 'not_for_phones'],
  },
] as const)(
  'a $carrier with modules of $moduleMm mm and a quiet zone of $margin is checked by the sizes of GS1',
  ({ carrier, margin, moduleMm, found }) => {
    expect(check(carrier, carrier === 'qr' ? 29 : 26, margin, moduleMm)).toEqual(found);
  },
);
