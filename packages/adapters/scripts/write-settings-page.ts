import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { settingsPage } from '../src/settings/settings-page.ts';

/** `npm run docs:settings` */
writeFileSync(fileURLToPath(new URL('../../../docs/operating/settings.md', import.meta.url)), settingsPage());
