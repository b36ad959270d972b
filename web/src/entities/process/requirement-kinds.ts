import type { Requirements } from '@lacre/contracts';
import { KeyRound, MapPin, ScanFace, type LucideIcon } from 'lucide-react';

/** A way to ease a requirement for the participant. */
interface Allowance {
  label: string;
  isGiven: (requirements: Requirements) => boolean;
  /** The requirements with it, or without. */
  give: (requirements: Requirements, given: boolean) => Requirements;
}

export interface Requirement {
  key: 'code' | 'location' | 'face';
  /** What is chosen. */
  label: string;
  icon: LucideIcon;
  isAsked: (requirements: Requirements) => boolean;
  /** The requirements with it, or without it and whatever only softens it. */
  ask: (requirements: Requirements, asked: boolean) => Requirements;
  /** On a badge. */
  short: (requirements: Requirements) => string;
  /** In a sentence, without commas, where it is asked and where it is not. */
  spoken: (requirements: Requirements) => string;
  unasked: string;
  allowances: readonly Allowance[];
}

/** What a participant may be asked to show besides their CPF, in the order it is asked for. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    key: 'code',
    label: 'Código a cada assinatura',
    icon: KeyRound,
    isAsked: ({ code }) => code === true,
    ask: (requirements, code) => ({ ...requirements, code }),
    short: () => 'Código',
    spoken: () => 'código a cada assinatura',
    unasked: 'código no primeiro acesso',
    allowances: [],
  },
  {
    key: 'location',
    label: 'Pedir localização',
    icon: MapPin,
    isAsked: isLocationAsked,
    ask: (requirements, location) => ({ ...withoutChoice(requirements), location }),
    short: ({ location }) => (location ? 'Localização' : 'Localização, se quiser'),
    spoken: ({ location }) => (location ? 'localização' : 'localização opcional'),
    unasked: 'sem localização',
    allowances: [
      {
        label: 'Pode assinar sem informar onde está',
        isGiven: ({ location }) => !location,
        give: (requirements, given) => ({
          ...withoutChoice(requirements),
          location: !given,
          ...(given ? { locationOptional: true } : {}),
        }),
      },
    ],
  },
  {
    key: 'face',
    label: 'Reconhecimento facial',
    icon: ScanFace,
    isAsked: ({ face }) => face === true,
    ask: ({ faceOrCode, faceUpload, ...rest }, face) => ({
      ...rest,
      face,
      ...(face && faceOrCode !== undefined ? { faceOrCode } : {}),
      ...(face && faceUpload !== undefined ? { faceUpload } : {}),
    }),
    short: faceWords,
    spoken: ({ faceOrCode, faceUpload }) =>
      ['rosto', ...(faceUpload === true ? ['foto'] : []), ...(faceOrCode === true ? ['código'] : [])].join(
        ' ou ',
      ),
    unasked: 'sem reconhecimento facial',
    allowances: [
      {
        label: 'Ou código, se não puder mostrar o rosto',
        isGiven: ({ faceOrCode }) => faceOrCode === true,
        give: (requirements, faceOrCode) => ({ ...requirements, faceOrCode }),
      },
      {
        label: 'Ou foto de arquivo, sem câmera',
        isGiven: ({ faceUpload }) => faceUpload === true,
        give: (requirements, faceUpload) => ({ ...requirements, faceUpload }),
      },
    ],
  },
];

function withoutChoice(requirements: Requirements): Requirements {
  const rest = { ...requirements };
  delete rest.locationOptional;
  return rest;
}

/** Whether a location is asked for, optional or not. */
function isLocationAsked({
  location,
  locationOptional,
}: Pick<Requirements, 'location' | 'locationOptional'>): boolean {
  return location || locationOptional === true;
}

function faceWords({ faceOrCode, faceUpload }: Requirements): string {
  if (faceUpload !== true) return faceOrCode === true ? 'Rosto ou código' : 'Rosto';
  return faceOrCode === true ? 'Rosto, foto ou código' : 'Rosto ou foto';
}
