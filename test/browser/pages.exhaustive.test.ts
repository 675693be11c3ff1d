import { checkTour } from '#harness/browser/check-tour.ts';
import { type Scheme, SCHEMES } from '#harness/browser/pictures.ts';

checkTour({ screens: ['phone', 'tablet', 'desktop'], schemes: Object.keys(SCHEMES) as Scheme[] });
