import type { FrameKind } from '#core/styles/frame.ts';
import type { CodeStyle, EyeShape, ModuleShape } from '#core/styles/style.ts';
import {
  drawEyeSample,
  drawFrameSample,
  drawModuleSample,
  type StyleSample,
} from '#service/styles/style-samples.ts';

/** The pictures on the tiles, in the colour of the text. */

export function ModulePicture({ shape }: { readonly shape: ModuleShape }) {
  return <Sample {...drawModuleSample(shape)} />;
}

export function EyePicture({ shape }: { readonly shape: EyeShape }) {
  return <Sample {...drawEyeSample(shape)} />;
}

function Sample({ side, path }: StyleSample) {
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="40" height="40" aria-hidden="true">
      <path fill="currentColor" fill-rule="evenodd" d={path} />
    </svg>
  );
}

const STOPS = (
  <>
    <stop stop-color="currentColor" />
    <stop offset="1" stop-color="currentColor" stop-opacity="0.25" />
  </>
);

export function FillPicture({ kind }: { readonly kind: 'none' | 'linear' | 'radial' }) {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      {kind === 'linear' ? <linearGradient id="fill-linear">{STOPS}</linearGradient> : null}
      {kind === 'radial' ? <radialGradient id="fill-radial">{STOPS}</radialGradient> : null}
      <rect width="40" height="40" rx="4" fill={kind === 'none' ? 'currentColor' : `url(#fill-${kind})`} />
    </svg>
  );
}

/** Chequered where the paper shows through, as in image editors. */
export function BackgroundPicture({ kind }: { readonly kind: CodeStyle['background'] }) {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      {kind === 'solid' ? (
        <rect x="0.5" y="0.5" width="39" height="39" rx="4" fill="#fff" stroke="currentColor" />
      ) : (
        <>
          <rect width="40" height="40" rx="4" fill="#fff" />
          <path fill="#a3a9b3" d="M0 0h10v40h10V0h10v40h10V30H0V20h40V10H0z" fill-rule="evenodd" />
        </>
      )}
      <path fill="#14181f" fill-rule="evenodd" d="M11 11h18v18h-18zm2.6 2.6v12.8h12.8v-12.8zM16 16h8v8h-8z" />
    </svg>
  );
}

const EYES = 'M0 0h7v7h-7zm1 1v5h5v-5zM2 2h3v3h-3z';

/** A small symbol of three eyes in a frame, with a line for its text. */
export function FramePicture({ kind }: { readonly kind: FrameKind | 'none' }) {
  const { width, height, path, symbol, line } = drawFrameSample(kind === 'none' ? null : kind);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="40" height="40" aria-hidden="true">
      {path === '' ? null : <path fill="currentColor" fill-rule="evenodd" d={path} />}
      {line === null ? null : <path fill={line.isDark ? 'var(--card)' : 'currentColor'} d={line.path} />}
      <g
        fill="currentColor"
        fill-rule="evenodd"
        transform={`translate(${symbol.x} ${symbol.y}) scale(${symbol.side / 20})`}
      >
        <path d={EYES} />
        <path d={EYES} transform="translate(13 0)" />
        <path d={EYES} transform="translate(0 13)" />
        <path d="M9 1h2v4h-2zM1 9h4v2H1zM9 9h3v3H9zM14 9h5v2h-5zM9 15h3v5H9zM15 14h5v3h-5zM17 18h3v2h-3z" />
      </g>
    </svg>
  );
}
