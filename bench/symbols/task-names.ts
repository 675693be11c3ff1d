export type TaskGroup = 'matrix' | 'svg' | 'png';

/** Names of the tasks, this project first. The runner has no use for the peers themselves. */
export const TASK_NAMES: Readonly<Record<TaskGroup, readonly string[]>> = {
  matrix: ['this project', 'qrcode', 'qr', 'lean-qr', 'uqr', 'qrcode-generator', 'qrcode-svg'],
  svg: ['this project', 'qrcode', 'qr', 'lean-qr', 'uqr', 'qrcode-generator', 'qrcode-svg'],
  png: ['this project (SVG and PNG)', 'qrcode (PNG alone)', 'qrcode-svg and resvg (SVG and PNG)'],
};
