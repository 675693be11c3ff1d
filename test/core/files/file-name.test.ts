import { expect, test } from 'vitest';
import { readSentName, toFileName } from '#core/files/file-name.ts';

// Of bytes in Latin-1 the runtime leaves U+FFFD in a header, which no test can send.
test('a name that was lost on the way is refused, unless it was sent in another form as well', () => {
  expect(readSentName('attachment; filename="\uFFFDbersicht.pdf"')).toBeNull();
  expect(readSentName(`attachment; filename="\uFFFDx.pdf"; filename*=UTF-8''%C3%9Cx.pdf`)).toBe('Üx.pdf');
});

test('a name of a form has no character that was lost', () => {
  expect(toFileName('\uFFFDbersicht.pdf', ['.pdf'])).toBe('bersicht.pdf');
});
