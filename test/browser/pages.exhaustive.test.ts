import { checkTour } from '#harness/browser/check-tour.ts';

checkTour([
  ['phone', 'light', { width: 390, height: 844 }],
  ['tablet', 'dark', { width: 820, height: 1180 }],
  ['desktop', 'light', { width: 1440, height: 900 }],
]);
