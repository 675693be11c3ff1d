import { RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { CONTENT_NAMES } from '../content-names.ts';
import { Minute } from '../../frame/utc-time.tsx';

/** The choices that were fixed when the code was created, and its owners' notes. */
export function CodeFacts({ code }: { readonly code: QrCode }) {
  return (
    <dl class="facts">
      <dt>Content</dt>
      <dd>{CONTENT_NAMES[code.type]}</dd>
      <dt>Kind</dt>
      <dd>
        {code.isDynamic
          ? 'Dynamic: its target can change, and its scans are counted'
          : 'Static: it cannot change, and it is not tracked'}
      </dd>
      <dt>Created</dt>
      <dd>
        <Minute timeMs={code.createdAtMs} />
      </dd>
      <dt>Size</dt>
      <dd>{`${code.size} × ${code.size} pixels, margin of ${code.margin} modules`}</dd>
      <dt>Error correction</dt>
      <dd>{`Level ${code.errorCorrection}: readable with about ${RECOVERY_SHARES[code.errorCorrection]}% of it damaged`}</dd>
      <dt>Colours</dt>
      <dd>
        <Swatch color={code.color.dark} /> on <Swatch color={code.color.light} />
      </dd>
      {code.externalId === null ? null : (
        <>
          <dt>External id</dt>
          <dd>
            <code>{code.externalId}</code>
          </dd>
        </>
      )}
      {Object.entries(code.metadata).map(([key, value]) => (
        <>
          <dt dir="auto">{key}</dt>
          <dd dir="auto">{value}</dd>
        </>
      ))}
    </dl>
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
