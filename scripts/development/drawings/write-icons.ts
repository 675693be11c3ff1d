// npm run icons: writes the shapes of the dashboard's icons, from Lucide's npm package.
import { writeFileSync } from 'node:fs';
import { collectIcons, ICONS_FILE, writeModule } from './icons.ts';

writeFileSync(ICONS_FILE, writeModule(collectIcons()));
