export { asRead } from './as-read.ts';
export { startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts';
export { samples, USUAL, type Said } from './samples.ts';
