/** What JavaScript adds. Every page works without it, except passkeys, which need the browser's interface. */
import { enhanceCopyButtons } from './copy.ts';
import { enhanceDesign } from './design-code.ts';
import { enhanceDownloads } from './download-sheet.ts';
import { enhanceFormChanges } from './form-changes.ts';
import { keepScansLive } from './live-scans.ts';
import { enhancePasskeys } from './use-passkeys.ts';
import { enhanceErrors } from './stale-errors.ts';
import { enhancePreview } from './live-preview.ts';
import { enhanceSorting } from './sort-rows.ts';
import { suggestTags } from './suggest-tags.ts';
import { enhanceSelection, goOn } from './select-rows.ts';
import { enhanceForms } from './submit-once.ts';
import { chooseTimeZone } from './time-zone.ts';

enhanceCopyButtons();
enhanceDesign();
enhanceDownloads();
enhanceFormChanges();
keepScansLive();
enhancePasskeys();
enhanceErrors();
enhancePreview();
enhanceSorting();
suggestTags();
enhanceSelection();
chooseTimeZone();
enhanceForms();
goOn();
