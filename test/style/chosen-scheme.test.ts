import { expect, it } from 'vitest';
import { letPeopleChooseScheme } from '#scripts/assets/chosen-scheme.ts';

const RULES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more) and (prefers-color-scheme: light)',
  '(prefers-contrast: more) and (prefers-color-scheme: dark)',
]
  .map((query, n) => `@media ${query} { :root { --neutral-1: ${n}; } }`)
  .join('\n');

/** The declarations of each rule with their conditions, without white space. */
function listRules(css: string): string[] {
  const rules = css.matchAll(/(?:@media (?<query>[^{]*)\{\s*)?(?<selector>:root[^{]*)\{(?<body>[^}]*)\}/g);
  return [...rules].map(({ groups: { query = '', selector = '', body = '' } = {} }) =>
    [query, selector, body].map((part) => part.replaceAll(/\s+/g, ' ').trim()).join(' | '),
  );
}

it.each([
  ['dark', 'light', '(prefers-color-scheme: dark)', ''],
  ['light', 'dark', '(prefers-contrast: more) and (prefers-color-scheme: light)', '(prefers-contrast: more)'],
  ['dark', 'light', '(prefers-contrast: more) and (prefers-color-scheme: dark)', '(prefers-contrast: more)'],
])('a chosen scheme has the colours of a device that prefers it: %s', (chosen, other, asked, kept) => {
  const before = listRules(RULES);
  const [, , body = ''] = before.find((rule) => rule.startsWith(`${asked} | `))?.split(' | ') ?? [];
  expect(body).toContain('--neutral-1: ');
  const after = listRules(letPeopleChooseScheme(RULES));
  expect(after).toContain(`${asked} | :root:where(:not([data-scheme='${other}'])) | ${body}`);
  expect(after).toContain(`${kept} | :root:where([data-scheme='${chosen}']) | ${body}`);
});

it('a stylesheet without schemes stays as it is', () => {
  expect(letPeopleChooseScheme('a{color:red}@media print{a{color:black}}')).toBe(
    'a{color:red}@media print{a{color:black}}',
  );
});
