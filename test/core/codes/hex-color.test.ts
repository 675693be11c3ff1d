import { describe, expect, test } from 'vitest';
import { fromChannels, parseHexColor, toChannels } from '#core/styles/hex-color.ts';
import { hexColor } from '#harness/symbols/colors.ts';

describe('parseHexColor', () => {
  test.each(['#000000', '#ffffff', '#FFFFFF', '#1a2B3c'])('accepts %s and keeps it as sent', (text) => {
    expect(parseHexColor(text)).toBe(text);
  });

  test.each([
    '',
    '#',
    '#fff',
    '#ffff',
    '#fffffff',
    '#ffffffff',
    'ffffff',
    '#gggggg',
    'red',
    'rgb(0,0,0)',
    ' #ffffff',
    '#ffffff ',
    '#ffffff\n',
    '#ffffff\u0000',
    '"/><script>',
    'url(https://example.com)',
    '#ＦＦＦＦＦＦ',
    '#12345\u0131',
  ])('refuses %j', (text) => {
    expect(parseHexColor(text)).toBeNull();
  });
});

test('channels and colours turn into each other', () => {
  expect(toChannels(hexColor('#0180fF'))).toEqual([1, 128, 255]);
  expect(fromChannels([1, 128, 255])).toBe('#0180ff');
});

test.each([[[256, 0, 0]], [[-1, 0, 0]], [[0.5, 0, 0]], [[0, 0, 300]]] as const)(
  'channels that are not whole numbers from 0 to 255 make no colour: %j',
  (channels) => {
    expect(() => fromChannels(channels)).toThrow(RangeError);
  },
);
