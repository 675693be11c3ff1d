import { describe, expect, it } from 'vitest';
import { draw } from '#harness/symbols/draw.ts';
import { readTerminal } from '#harness/symbols/read-terminal.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { drawModules, readModules } from '../../client/src/command/modules.ts';

describe('the symbol that a terminal shows', () => {
  it.each(['HTTPS://GO.EXAMPLE.COM/AB3DE9X', 'Grüße, 你好', 'x'.repeat(300), '7'.repeat(2_000)])(
    'is the one of the SVG: %s',
    async (content) => {
      const { svg, picture } = await draw(content, {
        title: 'A title with d="M0 0h9" and viewBox="0 0 9 9"',
      });
      const modules = readModules(svg);
      expect(modules).toEqual({ side: picture.side, modules: picture.modules });
      expect(await readTerminal(drawModules(modules!))).toBe(content);
    },
  );

  it('is none where the SVG is not one of plain squares', async () => {
    const { svg } = await draw('HELLO');
    const path = svg.lastIndexOf(' d="') + 4;
    const wrong = [
      '',
      (await draw('HELLO', { look: { ...PLAIN, modules: 'dot' } })).svg,
      svg.replaceAll('viewBox="0 0 29 29"', 'viewBox="0 0 30 30"'),
      svg.replaceAll('viewBox="0 0 29 29"', 'viewBox="0 0 25 25"'),
      svg.replaceAll(' shape-rendering="crispEdges"', ''),
      `${svg.slice(0, path)}M1 1${svg.slice(svg.indexOf('h', path))}`,
      `${svg.slice(0, path)}C${svg.slice(path + 1)}`,
    ];
    for (const [at, one] of wrong.entries()) expect(readModules(one), String(at)).toBeNull();
  });
});
