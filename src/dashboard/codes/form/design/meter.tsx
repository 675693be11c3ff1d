import { type PlainMessage, say } from '#languages/say.ts';
import { RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { MARGIN } from '#core/codes/limits.ts';
import {
  type MeasuredLoss,
  ROBUSTNESS_STEPS,
  type RobustnessCost,
  type RobustnessReason,
  type RobustnessStep,
} from '#core/styles/robustness.ts';
import type { ModuleShape } from '#core/styles/style.ts';
import { formatCount } from '../../../kit/format-count.ts';

const STEP_WORDS: Readonly<Record<RobustnessStep, PlainMessage>> = {
  plain: 'Scans reliably',
  slightly_less: 'Scans well',
  less: 'Scans less reliably',
  much_less: 'Hard to scan: print it large, and test it first',
};

/** The robustness of a look in one sentence, with the smallest width that we recommend. */
export function Meter({ step, leastMm }: { readonly step: RobustnessStep; readonly leastMm: number }) {
  const best = ROBUSTNESS_STEPS.length - 1;
  const left = best - ROBUSTNESS_STEPS.indexOf(step);
  return (
    <p class={`meter stack ${step}`}>
      <span class="bar row" aria-hidden="true">
        {ROBUSTNESS_STEPS.map((_, i) => (
          <span class={i <= left ? 'on' : ''} />
        ))}
      </span>
      <strong>{say(STEP_WORDS[step])}</strong>
      <span>{say('Needs at least {mm, number} mm in print', { mm: leastMm })}</span>
    </p>
  );
}

/** What each part of a look costs. */
export function Costs({ costs }: { readonly costs: readonly RobustnessCost[] }) {
  if (costs.length === 0) return null;
  return (
    <>
      <ul class="costs">
        {costs.map(({ reason, lost }) => (
          <li class="apart">
            <span>{sayReason(reason)}</span>
            {lost === null ? null : <b>{sayLoss(lost)}</b>}
          </li>
        ))}
      </ul>
      {costs.some(({ lost }) => lost !== null) ? (
        <small>
          {say(
            'Each figure says how many of 100 scans fail with this look but succeed with a plain black code. We measured it with simulated photos and five readers.',
          )}
        </small>
      ) : null}
    </>
  );
}

function sayLoss({ from, to }: MeasuredLoss): string {
  if (to === null) return say('over {from, number}', { from });
  return from === to ? formatCount(from) : say('{from, number} to {to, number}', { from, to });
}

const SHAPE_WORDS: Readonly<Record<ModuleShape, PlainMessage>> = {
  square: 'Full squares.',
  rounded: 'Rounded modules instead of full squares.',
  dot: 'Dots instead of full squares.',
  classy: 'Classy modules instead of full squares.',
  gapped: 'Gaps between the modules.',
  bars_h: 'Bars instead of full squares.',
  bars_v: 'Bars instead of full squares.',
};

function sayReason(reason: RobustnessReason): string {
  switch (reason.is) {
    case 'light_modules':
    case 'modules_beside_darker_eyes':
    case 'light_dark_color':
    case 'light_eyes':
    case 'dark_paper':
    case 'dark_light_color':
      return sayBrightness(reason);
    case 'modules':
      return say(SHAPE_WORDS[reason.shape]);
    case 'leaf_eyes':
      return say('Eyes like leaves.');
    case 'eyes_in_small_devices':
      return say(
        'Phones read these eyes. Small devices that use the reader quirc miss many codes with them.',
      );
    case 'frame':
      return say('A dark frame around the margin.');
    case 'margin':
      return say(
        'A margin of {margin, number} modules. The standard asks for {least, number}, and less was measured only with a frame.',
        { margin: reason.margin, least: MARGIN.default },
      );
    case 'level_l':
      return say(
        'Level L repairs {low, number}% of the code where it is dirty or torn, level M {high, number}%.',
        { low: RECOVERY_SHARES.L, high: RECOVERY_SHARES.M },
      );
    case 'logo':
      return sayLogo(reason);
  }
}

type Brightness = Extract<RobustnessReason, { readonly luma: number }>;

function sayBrightness(reason: Brightness): string {
  const percent = Math.round(reason.luma * 100);
  switch (reason.is) {
    case 'light_modules':
      return say('Modules with {percent, number}% of the brightness of white.', { percent });
    case 'modules_beside_darker_eyes':
      return say('Modules with {percent, number}% of the brightness of white beside darker eyes.', {
        percent,
      });
    case 'light_dark_color':
    case 'light_eyes': {
      const said =
        reason.is === 'light_eyes'
          ? say('The eyes have {percent, number}% of the brightness of white.', { percent })
          : say('The dark colour has {percent, number}% of the brightness of white.', { percent });
      const isEnough = say('Readers find a code by its eyes: darker ones are enough.');
      return reason.isWorthIt ? `${said} ${isEnough}` : said;
    }
    case 'dark_paper':
      return say('Paper with {percent, number}% of the brightness of white.', { percent });
    case 'dark_light_color':
      return say('A light colour with {percent, number}% of the brightness of white.', { percent });
  }
}

function sayLogo({ share, damage, level }: Extract<RobustnessReason, { readonly is: 'logo' }>): string {
  return say(
    'The logo covers {share, number}% of the side and uses {damage, number}% of what level {level} can repair.',
    { share: Math.round(share * 100), damage: Math.ceil(damage * 100), level },
  );
}
