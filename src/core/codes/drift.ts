import { ERROR_CORRECTION_LEVELS } from './error-correction.ts';
import type { CodeId } from './code-id.ts';
import type { QrCode } from './qr-code.ts';
import { formatDigitalLink } from '../gs1/digital-link.ts';
import type { Gs1Identity } from '../gs1/identity.ts';
import type { CodeStyle } from '../styles/style.ts';

/** A caller's expectations of a printed symbol. An absent field states nothing. */
export interface PatternRequest {
  readonly type?: QrCode['type'] | undefined;
  readonly target?: string | undefined;
  readonly isDynamic?: boolean | undefined;
  readonly color?: { readonly [side in keyof QrCode['color']]?: string | undefined } | undefined;
  readonly format?: QrCode['format'] | undefined;
  readonly size?: number | undefined;
  readonly margin?: number | undefined;
  readonly errorCorrection?: QrCode['errorCorrection'] | undefined;
  readonly host?: QrCode['host'] | undefined;
  readonly shortCode?: string | null | undefined;
  readonly gs1?: Gs1Identity | null | undefined;
  readonly style?: QrCode['style'] | undefined;
  /** The stated fields of the style, as paths of the interface; all of them by default. */
  readonly styleFields?: readonly string[] | undefined;
}

/** A field that never changes, in which a code differs from the caller's request. */
export interface Drift {
  readonly field: string;
  readonly actual: string | number | boolean | null;
}

/** A request wants a field of a printed symbol to be another. */
export interface DriftProblems {
  readonly immutable_field: { readonly codeId: CodeId; readonly actual: Drift['actual'] };
}

/**
 * Lists the fields in which a code differs from a request and cannot change, because it is printed. The level of error correction is a
 * minimum, as for a new code: a symbol of a higher level matches.
 */
export function listDrift(code: QrCode, sent: PatternRequest): Drift[] {
  const rank = (level: QrCode['errorCorrection']) => ERROR_CORRECTION_LEVELS.indexOf(level);
  const level = code.errorCorrection;
  // On the operator's host, case makes no difference.
  const shortCode = code.host === null ? (sent.shortCode?.toLowerCase() ?? sent.shortCode) : sent.shortCode;
  const compared: readonly (readonly [field: string, actual: Drift['actual'], wanted: unknown])[] = [
    ['type', code.type, sent.type],
    ['dynamic', code.isDynamic, sent.isDynamic],
    ['target', code.target, code.isDynamic ? undefined : sent.target],
    ['color.dark', code.color.dark, sent.color?.dark],
    ['color.light', code.color.light, sent.color?.light],
    ['format', code.format, sent.format],
    ['size', code.size, sent.size],
    ['margin', code.margin, sent.margin],
    ['domain', code.host, sent.host],
    ['short_code', code.gs1 ? null : code.shortCode, shortCode],
    ['gs1', code.gs1 && formatDigitalLink('', code.gs1), sent.gs1 && formatDigitalLink('', sent.gs1)],
    ...compareStyles(code.style, sent.style).filter(([field]) => saysField(sent, field)),
    [
      'error_correction',
      level,
      sent.errorCorrection && rank(sent.errorCorrection) > rank(level) ? sent.errorCorrection : undefined,
    ],
  ];
  return compared.flatMap(([field, actual, wanted]) =>
    wanted === undefined || wanted === actual ? [] : [{ field, actual }],
  );
}

/** Whether the request states a field or a part of it. */
function saysField({ styleFields }: PatternRequest, field: string): boolean {
  return styleFields?.some((said) => said === field || said.startsWith(`${field}.`)) ?? true;
}

function compareStyles(
  actual: CodeStyle | null,
  wanted: CodeStyle | null | undefined,
): readonly (readonly [field: string, actual: string | null, wanted: unknown])[] {
  if (wanted === undefined) return [];
  const parts = (style: CodeStyle | null) =>
    [
      ['style.modules', style?.modules ?? 'square'],
      ['style.eyes.shape', style?.eyes.shape ?? 'square'],
      ['style.eyes.color', style?.eyes.color ?? null],
      ['style.gradient', style?.gradient ? describeGradient(style.gradient) : null],
      ['style.background', style?.background ?? 'solid'],
      ['style.logo', style?.logo ? `${style.logo.image} ${style.logo.size}` : null],
      ['style.frame', style?.frame ? describeFrame(style.frame) : null],
    ] as const;
  return parts(actual).map(([field, value], i) => [field, value, parts(wanted)[i]?.[1]]);
}

function describeGradient({ type, angle, from, to }: NonNullable<CodeStyle['gradient']>): string {
  return `${type} ${angle} from ${from} to ${to}`;
}

function describeFrame({ kind, text, color }: NonNullable<CodeStyle['frame']>): string {
  return [kind, ...(text === null ? [] : [`"${text}"`]), ...(color === null ? [] : [color])].join(' ');
}
