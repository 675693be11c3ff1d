import { defineTarget, missing, targetUnless } from './target-family.ts';

export const textTarget = defineTarget(
  ['text'],
  'text',
  ({ text }) =>
    targetUnless(
      [text.trim() === '' ? missing('text', 'Write the text that the code holds.') : null],
      () => text,
    ),
  (text) => ({ text }),
);
