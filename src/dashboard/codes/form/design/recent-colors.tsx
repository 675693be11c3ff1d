import { say } from '#languages/say.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { listQrCodes } from '#storage/lists/list.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { Swatch } from './fix-buttons.tsx';

const CODES_LOOKED_AT = 20;
const MOST_OFFERED = 6;
const EVERY_CODE = { tagIds: [], anyTagIds: [], walkedTagIds: [] };

/** The colour pairs of the account's newest codes, newest first, without black on white, the form's first values. */
export async function readRecentColors(c: DashboardContext): Promise<SymbolColor[]> {
  const { db } = c.get('deps');
  const accountId = c.get('person').account.id;
  const codes = await listQrCodes(db, accountId, { after: null, filter: EVERY_CODE }, CODES_LOOKED_AT);
  const pairs = new Map(codes.map((code) => toPair(code)).map((pair) => [describe(pair), pair]));
  pairs.delete(describe(DEFAULT_COLOR));
  return [...pairs.values()].slice(0, MOST_OFFERED);
}

/** In lower case, as a browser sends a colour. */
function toPair({ color, style }: QrCode): SymbolColor {
  const lower = (value: SymbolColor['dark']) => value.toLowerCase() as SymbolColor['dark'];
  return { dark: lower(style?.gradient?.from ?? color.dark), light: lower(color.light) };
}

function describe({ dark, light }: SymbolColor): string {
  return `${dark} on ${light}`;
}

/** A button for each pair, which sets both colours. */
export function RecentColors({
  pairs,
  action,
}: {
  readonly pairs: readonly SymbolColor[];
  readonly action: string;
}) {
  if (pairs.length === 0) return null;
  return (
    <div class="recent cluster">
      <small>{say('Colours of your codes')}</small>
      {pairs.map(({ dark, light }) => (
        <button
          type="submit"
          class="secondary outline"
          formaction={action}
          name="set"
          value={String(new URLSearchParams({ 'color.dark': dark, 'color.light': light }))}
          title={say('{dark} on {light}', { dark, light })}
          aria-label={say('{dark} on {light}', { dark, light })}
        >
          <Swatch colors={[dark, light]} />
        </button>
      ))}
    </div>
  );
}
