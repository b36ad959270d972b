import type { Requirements } from '@lacre/contracts';
import { KeyRound, MapPin, ScanFace, type LucideIcon } from 'lucide-react';

import { Badge } from '@/components/ui/badge.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';

interface Requirement {
  key: keyof Requirements;
  /** What is chosen. */
  label: string;
  /** On a badge. */
  short: string;
  icon: LucideIcon;
}

/** What a participant may be asked to show besides their CPF, in the order it is asked for. */
const REQUIREMENTS: readonly Requirement[] = [
  { key: 'code', label: 'Código a cada assinatura', short: 'Código', icon: KeyRound },
  { key: 'location', label: 'Pedir localização', short: 'Localização', icon: MapPin },
  { key: 'face', label: 'Reconhecimento facial', short: 'Rosto', icon: ScanFace },
];

/** With what is asked, or without it and whatever only softens it. */
function withRequirement(requirements: Requirements, key: keyof Requirements, asked: boolean): Requirements {
  const next: Requirements = { ...requirements, [key]: asked };
  if (key === 'location' && !asked) delete next.locationOptional;
  if (key === 'face' && !asked) {
    delete next.faceOrCode;
    delete next.faceUpload;
  }
  return next;
}

/** Boxes for what somebody must show. */
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
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-0.5">
      <legend className="sr-only">O que {of} mostra ao assinar</legend>
      {REQUIREMENTS.map(({ key, label, icon: Icon }) => (
        <Checkbox
          key={key}
          checked={requirements[key] === true}
          onChange={(event) => onChange(withRequirement(requirements, key, event.target.checked))}
          label={
            <span className="inline-flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-3.5 text-subtle" />
              {label}
              <span className="sr-only"> de {of}</span>
            </span>
          }
        />
      ))}
      {requirements.face === true && (
        <Checkbox
          checked={requirements.faceOrCode === true}
          onChange={(event) => onChange({ ...requirements, faceOrCode: event.target.checked })}
          label={
            <>
              Ou código, se não puder mostrar o rosto
              <span className="sr-only">, de {of}</span>
            </>
          }
        />
      )}
    </fieldset>
  );
}

/** What somebody will be asked, in a few words each; everybody shows their CPF. */
export function RequirementBadges({
  requirements,
  withCpf = false,
}: {
  requirements: Requirements;
  withCpf?: boolean;
}) {
  const asked = REQUIREMENTS.filter(({ key }) => requirements[key] === true);
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
            {short}
          </Badge>
        ))}
    </>
  );
}
