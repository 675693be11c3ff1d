import { defineTarget, missing, targetUnless } from './target-family.ts';

export const fileTarget = defineTarget(
  ['file'],
  'file',
  ({ file }) =>
    targetUnless([file.trim() === '' ? missing('file', 'Choose the file that the code opens.') : null], () =>
      file.trim(),
    ),
  (file) => ({ file }),
);
