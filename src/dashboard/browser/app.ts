/** What a browser with JavaScript does better. Every page works without it, but for passkeys, which are the browser's own. */
import { enhanceCopyButtons } from './copy.ts';
import { enhanceFormChanges } from './form-changes.ts';
import { keepScansLive } from './live-scans.ts';
import { enhancePasskeys } from './passkeys.ts';
import { enhancePreview } from './preview.ts';
import { enhanceForms } from './submit-once.ts';

enhanceCopyButtons();
enhanceFormChanges();
keepScansLive();
enhancePasskeys();
enhancePreview();
enhanceForms();
