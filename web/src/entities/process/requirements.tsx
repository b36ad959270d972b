import type { Requirements } from '@lacre/contracts';
import { KeyRound, MapPin, ScanFace, type LucideIcon } from 'lucide-react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';

/** A way to ease a requirement for the participant. */
interface Allowance {
  label: string;
  isGiven: (requirements: Requirements) => boolean;
  /** The requirements with it, or without. */
  give: (requirements: Requirements, given: boolean) => Requirements;
}

interface Requirement {
  key: 'code' | 'location' | 'face';
  /** What is chosen. */
  label: string;
  icon: LucideIcon;
  isAsked: (requirements: Requirements) => boolean;
  /** The requirements with it, or without it and whatever only softens it. */
  ask: (requirements: Requirements, asked: boolean) => Requirements;
  /** On a badge. */
  short: (requirements: Requirements) => string;
  allowances: readonly Allowance[];
}

/** What a participant may be asked to show besides their CPF, in the order it is asked for. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    key: 'code',
    label: 'Código a cada assinatura',
    icon: KeyRound,
    isAsked: ({ code }) => code === true,
    ask: (requirements, code) => ({ ...requirements, code }),
    short: () => 'Código',
    allowances: [],
  },
  {
    key: 'location',
    label: 'Pedir localização',
    icon: MapPin,
    isAsked: isLocationAsked,
    ask: (requirements, location) => ({ ...withoutChoice(requirements), location }),
    short: ({ location }) => (location ? 'Localização' : 'Localização, se quiser'),
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
    short: ({ faceOrCode, faceUpload }) => {
      if (faceUpload !== true) return faceOrCode === true ? 'Rosto ou código' : 'Rosto';
      return faceOrCode === true ? 'Rosto, foto ou código' : 'Rosto ou foto';
    },
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

/** Checkboxes for a participant's requirements. */
export function RequirementBoxes({
  requirements,
  of,
  onChange,
}: {
  requirements: Requirements;
  /** Whose they are, for those who hear one box at a time. */
  of: string;
  onChange: (requirements: Requirements) => void;
}) {
  const softened = REQUIREMENTS.filter(
    ({ isAsked, allowances }) => allowances.length > 0 && isAsked(requirements),
  );
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">O que {of} mostra ao assinar</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-0.5">
        {REQUIREMENTS.map(({ key, label, icon: Icon, isAsked, ask }) => (
          <Checkbox
            key={key}
            checked={isAsked(requirements)}
            onChange={(event) => onChange(ask(requirements, event.target.checked))}
            label={
              <span className="inline-flex items-center gap-1.5">
                <Icon aria-hidden="true" className="size-3.5 text-subtle" />
                {label}
                <span className="sr-only"> de {of}</span>
              </span>
            }
          />
        ))}
      </div>
      {softened.map(({ key, icon: Icon, allowances }) => (
        <div key={key} className="flex animate-rise gap-2.5 rounded-lg bg-sunken px-3 py-1.5">
          <Icon aria-hidden="true" className="mt-2 size-3.5 shrink-0 text-subtle" />
          <div className="flex min-w-0 flex-wrap gap-x-5 gap-y-0.5">
            {allowances.map(({ label, isGiven, give }) => (
              <Checkbox
                key={label}
                checked={isGiven(requirements)}
                onChange={(event) => onChange(give(requirements, event.target.checked))}
                label={
                  <>
                    {label}
                    <span className="sr-only">, {of}</span>
                  </>
                }
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** A participant's requirements, in a few words each; the CPF is always asked. */
export function RequirementBadges({
  requirements,
  withCpf = false,
}: {
  requirements: Requirements;
  withCpf?: boolean;
}) {
  const asked = REQUIREMENTS.filter(({ isAsked }) => isAsked(requirements));
  if (asked.length === 0 && !withCpf) return null;
  return (
    <>
      {withCpf && (
        <Badge icon={<KeyRound aria-hidden="true" />}>
          {requirements.code === true ? 'CPF e código a cada assinatura' : 'CPF e código'}
        </Badge>
      )}
      {asked
        .filter(({ key }) => !withCpf || key !== 'code')
        .map(({ key, short, icon: Icon }) => (
          <Badge key={key} icon={<Icon aria-hidden="true" />}>
            {short(requirements)}
          </Badge>
        ))}
    </>
  );
}
