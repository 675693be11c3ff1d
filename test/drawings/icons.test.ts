import { expect, it } from 'vitest';
import { ICON_SHAPES } from '#dashboard/kit/icons/icon-shapes.ts';
import { collectIcons } from '#scripts/development/drawings/icons.ts';

it('shows the icons of the package that is installed', () => {
  expect(ICON_SHAPES).toEqual(collectIcons());
});
