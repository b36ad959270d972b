// Installs what the lock names, unless it is installed already.
import { ensureInstalled } from './install.mjs';

ensureInstalled();
