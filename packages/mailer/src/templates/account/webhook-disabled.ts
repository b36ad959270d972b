import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { formatMoment } from '../format.ts';

export interface WebhookDisabled extends Addressed {
  /** Where deliveries went. */
  url: string;
  /** Its description by its owner; may be empty. */
  description: string;
  failingSince: Date;
  /** The webhooks' page, behind sign-in. */
  link: string;
}

/** To the owner of a webhook whose address has not answered for days. */
export function webhookDisabled({
  sender,
  recipientName,
  url,
  description,
  failingSince,
  link,
}: WebhookDisabled): RenderedEmail {
  const named = description === '' ? [] : [{ label: 'Webhook', value: description }];
  return renderEmail({
    subject: `Webhook desativado: ${description === '' ? url : description}`,
    preview: 'Nenhum envio chegou nos últimos dias.',
    title: 'Um webhook foi desativado',
    sender,
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'O endereço abaixo não responde há dias. Paramos de enviar a ele: o que acontecer daqui em diante não fica guardado para esse webhook.',
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...named,
          { label: 'Endereço', value: url },
          { label: 'Sem responder desde', value: formatMoment(failingSince) },
        ],
      },
      { kind: 'button', label: 'Ver webhooks', link },
      {
        kind: 'note',
        content: [
          'Corrija o endereço e retome o webhook. O que aconteceu nesse meio-tempo pode ser lido pela API, em ordem, desde qualquer posição.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque cuida das integrações desta conta.',
  });
}
