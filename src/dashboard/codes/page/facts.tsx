import { say, sayRich } from '#languages/say.ts';
import { RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { Minute } from '../../frame/utc-time.tsx';
import { CONTENT_NAMES } from '../content-names.ts';
import { SideFold } from './side-fold.tsx';
import { sizeFrame, sizePicture } from '#core/styles/frame-size.ts';

/** The choices that were fixed when the code was created. */
export function CodeFacts({ code }: { readonly code: QrCode }) {
  return (
    <SideFold id="facts" heading={say('About this code')}>
      <dl class="pair">
        <div>
          <dt>{say('Type')}</dt>
          <dd>{say(CONTENT_NAMES[code.type])}</dd>
        </div>
        <div>
          <dt>{say('Kind')}</dt>
          <dd>
            {code.isDynamic
              ? say('Dynamic: its target can change, and its scans are counted')
              : say('Static: it cannot change, and its scans are not counted')}
          </dd>
        </div>
        <div>
          <dt>{say('Created')}</dt>
          <dd>
            <Minute timeMs={code.createdAtMs} />
          </dd>
        </div>
        <LookFacts code={code} />
      </dl>
    </SideFold>
  );
}

function LookFacts({ code }: { readonly code: QrCode }) {
  const { errorCorrection: level, color, margin } = code;
  const { width, height } = pixelsOf(code);
  return (
    <>
      <div>
        <dt>{say('Picture size')}</dt>
        <dd>
          {say(
            '{width} × {height} pixels, with a margin of {margin, plural, one {# module} other {# modules}}',
            {
              width: String(width),
              height: String(height),
              margin,
            },
          )}
        </dd>
      </div>
      <div>
        <dt>{say('Error correction')}</dt>
        <dd>
          {say('Level {level}: readable with about {share, number}% of it damaged', {
            level,
            share: RECOVERY_SHARES[level],
          })}
        </dd>
      </div>
      <div>
        <dt>{say('Colours')}</dt>
        <dd>
          {sayRich('{dark} on {light}', {
            dark: <Swatch color={color.dark} />,
            light: <Swatch color={color.light} />,
          })}
        </dd>
      </div>
    </>
  );
}

function Swatch({ color }: { readonly color: string }) {
  return (
    <span class="swatch">
      <svg width="14" height="14" aria-hidden="true">
        <rect width="14" height="14" fill={color} />
      </svg>
      <code>{color}</code>
    </span>
  );
}

/** Modules on a side, without the quiet zone. */
function countModules({ symbolVersion }: Pick<QrCode, 'symbolVersion'>): number {
  return 17 + 4 * symbolVersion;
}

/** The pixels of a picture: a frame makes it higher than it is wide. */
function pixelsOf(code: Pick<QrCode, 'style' | 'size' | 'margin' | 'symbolVersion'>) {
  const frame = sizeFrame(code.style?.frame ?? null, countModules(code) + 2 * code.margin);
  return { width: code.size, height: sizePicture(frame, code.size).height };
}
