import { BellRing, MessageCircle, PenLine, UserRoundPen } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { MenuItem } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import type { ProcessDetail, ProcessParticipant } from '@/entities/process/queries.ts';
import { signingLink } from '@/entities/process/signing-link.ts';
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';

import type { PersonState } from './person-state.ts';
import type { Steering } from './steering-dialogs.tsx';
import { whatsAppLink } from './whatsapp.ts';

/** What the requester may do about a participant who has still to sign, in the order of use. */
export function ParticipantActs({
  process,
  participant,
  state: { turn, acted },
  onSteer,
}: {
  process: ProcessDetail;
  participant: ProcessParticipant;
  state: PersonState;
  onSteer: (steering: Steering) => void;
}) {
  const link = signingLink(process.processId, participant.personId);
  const message = whatsAppLink(process, participant, link);
  const { name } = participant;
  const isWide = useIsWide();
  const replace = () => onSteer({ act: 'replace', participant });
  return (
    <div className="flex items-center gap-1 *:h-8! max-sm:order-last max-sm:basis-full">
      {turn && (
        <Button
          size="sm"
          variant="soft"
          icon={<BellRing />}
          aria-label={`Lembrar ${name}`}
          onClick={() => onSteer({ act: 'remind', participants: [participant] })}
        >
          Lembrar
        </Button>
      )}
      <CopyButton text={link} label="Copiar link" variant="ghost" iconOnly={!isWide} className="px-2!" />
      {message !== undefined && (
        <Button asChild size="sm" variant="ghost" className="px-2!">
          <a href={message} target="_blank" rel="noreferrer" aria-label={`WhatsApp de ${name}`}>
            <MessageCircle aria-hidden="true" />
            {isWide && 'WhatsApp'}
          </a>
        </Button>
      )}
      {!acted && isWide && (
        <Button
          size="sm"
          variant="ghost"
          icon={<UserRoundPen />}
          aria-label={`Substituir ${name}`}
          className="px-2!"
          onClick={replace}
        >
          Substituir
        </Button>
      )}
      <MoreMenu label={`Ações de ${name}`} size="iconSm">
        <MenuItem icon={<PenLine />} onSelect={() => onSteer({ act: 'contact', participant })}>
          Corrigir contato
        </MenuItem>
        {!acted && !isWide && (
          <MenuItem icon={<UserRoundPen />} onSelect={replace}>
            Substituir por outra pessoa
          </MenuItem>
        )}
      </MoreMenu>
    </div>
  );
}
