import { checkTour } from '#harness/browser/check-tour.ts';

/** One page of each kind, on the screen with the most problems. pages.exhaustive.test.ts checks all pages, on more screens. */
checkTour({
  screens: ['phone'],
  schemes: ['dark'],
  stops: [
    'sign-in',
    'overview',
    'codes-filtered',
    'codes-delete',
    'codes-download',
    'templates',
    'template-change',
    'library',
    'tag-merge',
    'new-url-refused',
    'new-event',
    'code',
    'code-filing-refused',
    'download-labels',
    'download-refused',
    'download-typed',
    'control-rule-refused',
    'control-tested',
    'import-checked',
    'security',
    'person-remove',
    'domain',
    'activity',
    'key-created',
  ],
});
