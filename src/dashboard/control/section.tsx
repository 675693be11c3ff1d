import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { STATUS_NAMES } from './words.ts';

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{STATUS_NAMES[status]}</span>;
}
