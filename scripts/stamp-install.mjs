// Run by npm after `npm ci` and `npm install`, so that an install by hand is not repeated by the next start.
import { stampInstall } from './install.mjs';

stampInstall();
