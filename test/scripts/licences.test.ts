import { describe, expect, it } from 'vitest';
import { findRefusedLicences } from '#scripts/development/licences.ts';

/** A project that names `tool`, with one package installed: `tool`, or what it needs. */
const judge = (path: string, installed: { license?: string; dev?: boolean; link?: boolean }) =>
  findRefusedLicences({ '': { devDependencies: { tool: '1.0.0' } }, [path]: installed });

describe('licences of packages', () => {
  it.each(['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MPL-2.0', '(GPL-3.0 OR MIT)', 'MIT AND ISC'])(
    'accepts %s',
    (license) => {
      expect(judge('node_modules/tool', { license, dev: true })).toEqual([]);
    },
  );

  it.each(['GPL-3.0', 'MIT AND GPL-3.0', '(GPL-3.0 OR CC-BY-4.0)', 'Unlicense'])('refuses %s', (license) => {
    expect(judge('node_modules/tool', { license, dev: true })).toEqual([`tool: ${license}`]);
  });

  it('refuses a package that states no licence', () => {
    expect(judge('node_modules/tool', { dev: true })).toEqual(['tool: no licence']);
  });

  it('accepts an exception for its package alone', () => {
    expect(judge('node_modules/isbot', { license: 'Unlicense' })).toEqual([]);
    expect(judge('node_modules/@some/isbot', { license: 'Unlicense' })).toEqual(['@some/isbot: Unlicense']);
  });

  it('judges what stands behind another package only if it is shipped', () => {
    const path = 'node_modules/tool/node_modules/@some/part';
    expect(judge(path, { license: 'GPL-3.0', dev: true })).toEqual([]);
    expect(judge(path, { license: 'GPL-3.0' })).toEqual(['@some/part: GPL-3.0']);
  });

  it('does not judge our own packages', () => {
    expect(judge('node_modules/tool', { link: true })).toEqual([]);
  });
});
