import { checkTour } from '#harness/browser/check-tour.ts';

/** The screen on which most goes wrong; the others are in pages.exhaustive.test.ts. */
checkTour([['phone', 'dark', { width: 390, height: 844 }]]);
