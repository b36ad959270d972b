import type { BodyOf } from '@lacre/contracts';
import { KeyRound, MapPin, ScanFace, type LucideIcon } from 'lucide-react';

import type { SigningDocument, SigningRequest } from '@/features/signing/request/queries.ts';
import type { Text } from '@/i18n/say.ts';

/** What a proof adds to the act of signing. */
export interface ProvenPart {
  body?: Partial<BodyOf<'sign'>>;
  headers?: Readonly<Record<string, string>>;
}

/** One proof being given, on a screen of its own; it says what is asked, and why, before the browser asks anything. */
export interface ProofStepProps {
  requirements: SigningRequest['requirements'];
  /** What is about to be signed. */
  documents: readonly SigningDocument[];
  /** Refused by the server the last time it was given. */
  refused: string | undefined;
  onProven: (part: ProvenPart) => void;
}

export type ProofKind = 'code' | 'location' | 'face';

/**
 * What a participant may be asked to show at the moment they sign, in the order it is asked. Another kind is a line
 * here, its step in `proof-dialog.tsx`, and what the server answers when it is missing or wrong.
 */
export interface Proof {
  kind: ProofKind;
  icon: LucideIcon;
  /** Said before signing, and as the heading of its step. */
  title: Text;
  why: Text;
  isAsked: (requirements: SigningRequest['requirements']) => boolean;
  /** Codes by which the server says that this proof is missing or wrong. */
  refusals: readonly string[];
}

const PROOFS: readonly Proof[] = [
  {
    kind: 'code',
    icon: KeyRound,
    title: 'Um código só para esta assinatura',
    why: 'Quem pediu a assinatura quer a certeza de que é você agora. Enviamos ao seu email um código, que vale uma única vez.',
    isAsked: ({ code }) => code === true,
    refusals: ['SIGNING_CODE_REQUIRED', 'AUTH_DEVICE_VALIDATION_ERROR'],
  },
  {
    kind: 'location',
    icon: MapPin,
    title: 'A sua localização',
    why: 'Quem pediu a assinatura exige saber onde ela foi feita. O navegador vai pedir a sua permissão; o lugar fica registrado só neste processo, na página de assinaturas.',
    isAsked: ({ location }) => location,
    refusals: ['GEOLOCATION_DATA_INVALID', 'GEOLOCATION_VALIDATION_ERROR'],
  },
  {
    kind: 'location',
    icon: MapPin,
    title: 'A sua localização, se quiser',
    why: 'Quem pediu a assinatura gostaria de saber onde ela foi feita. Se você aceitar, o navegador vai pedir a sua permissão, e o lugar fica registrado só neste processo, na página de assinaturas. Você pode assinar sem informar.',
    isAsked: ({ location, locationOptional }) => !location && locationOptional === true,
    refusals: ['GEOLOCATION_VALIDATION_ERROR'],
  },
  {
    kind: 'face',
    icon: ScanFace,
    title: 'O seu rosto',
    why: 'Quem pediu a assinatura quer conferir que é você. A câmera compara o seu rosto com o que você cadastrou; a imagem não vai para o documento.',
    isAsked: ({ face }) => face === true,
    refusals: [
      'FACE_PROOF_REQUIRED',
      'FACE_PROOF_INVALID',
      'FACE_UPLOAD_NOT_ALLOWED',
      // Where a code stood for it.
      'AUTH_DEVICE_VALIDATION_ERROR',
    ],
  },
];

/** The proofs that a participant is asked for, in order. */
export const proofsAsked = (requirements: SigningRequest['requirements']): readonly Proof[] =>
  PROOFS.filter(({ isAsked }) => isAsked(requirements));

/** Which of the proofs the server has refused, if that is why it refused the act. */
export const proofRefused = (proofs: readonly Proof[], code: string): Proof | undefined =>
  proofs.find(({ refusals }) => refusals.includes(code));
