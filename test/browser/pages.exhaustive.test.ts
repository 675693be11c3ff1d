import { checkTour } from '#harness/browser/check-tour.ts';
import { SCHEMES } from '#harness/browser/pictures.ts';

checkTour({ screens: ['phone', 'tablet', 'desktop'], schemes: SCHEMES });
