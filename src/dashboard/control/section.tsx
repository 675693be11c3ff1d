import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { say } from '#languages/say.ts';
import { STATUS_NAMES } from './words.ts';

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{say(STATUS_NAMES[status])}</span>;
}
