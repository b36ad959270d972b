import { accountScenes } from './account.ts';
import { administrationScenes } from './administration.ts';
import { atRequestScenes } from './at-request.ts';
import { broughtScenes } from './brought.ts';
import { dialogScenes } from './dialogs.ts';
import { endingScenes } from './endings.ts';
import { faceScenes } from './face.ts';
import { languageScenes } from './languages.ts';
import { profileScenes } from './profile.ts';
import { publicScenes } from './public.ts';
import { requesterScenes } from './requester.ts';
import { signingScenes } from './signing.ts';
import type { Scene } from './stage.ts';
import { totemScenes } from './totem.ts';
import { workScenes } from './work.ts';

/** Every screen, dialog and state of the product that the gallery knows. */
export const SCENES: readonly Scene[] = [
  ...publicScenes,
  ...requesterScenes,
  ...signingScenes,
  ...atRequestScenes,
  ...languageScenes,
  ...broughtScenes,
  ...accountScenes,
  ...administrationScenes,
  ...workScenes,
  ...faceScenes,
  ...totemScenes,
  ...dialogScenes,
  ...profileScenes,
  ...endingScenes,
];

/** Of the scenes those in which nothing comes to stand over a screen. The gallery fails where that is no longer so. */
export const PLAIN_SCENES: ReadonlySet<string> = new Set([
  'publicScreens',
  'askingForMail',
  'failedPart',
  'verdicts',
  'reports',
  'rebuilding',
  'atRequest',
  'validatingInEnglish',
  'termsInEnglish',
  'waysIn',
  'emailUndo',
  'facesAsked',
  'notices',
]);
