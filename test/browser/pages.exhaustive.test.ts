import { checkTour } from '#harness/browser/check-tour.ts';
import { PICTURES_FOLDER, SCHEMES } from '#harness/browser/pictures.ts';

checkTour({ screens: ['phone', 'tablet', 'desktop'], schemes: SCHEMES, pictures: PICTURES_FOLDER });
