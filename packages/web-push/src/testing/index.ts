export { browserKeys, decryptAsBrowser } from './browser-keys.ts';
export { PushService } from './push-service.ts';
