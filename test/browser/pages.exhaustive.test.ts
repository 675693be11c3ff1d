import { checkTour } from '#harness/browser/check-tour.ts';

checkTour([
  ['phone', 'dark', { width: 390, height: 844 }],
  ['tablet', 'light', { width: 820, height: 1180 }],
  ['desktop', 'dark', { width: 1440, height: 900 }],
  ['desktop', 'light', { width: 1440, height: 900 }],
]);
