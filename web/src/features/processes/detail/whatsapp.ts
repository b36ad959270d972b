import type { ProcessDetail, ProcessParticipant } from '@/entities/process/queries.ts';
import { formatDate } from '@/lib/format/format.ts';

/**
 * The address that opens WhatsApp with a message to a participant, ready to be sent; undefined without a mobile number.
 * Its form is WhatsApp's "click to chat": https://faq.whatsapp.com/5913398998672934.
 *
 * @param link where they sign
 */
export function whatsAppLink(
  { summary, deadline, requester, company }: ProcessDetail,
  { name, cellphoneNumber }: Pick<ProcessParticipant, 'name' | 'cellphoneNumber'>,
  link: string,
): string | undefined {
  if (cellphoneNumber === null) return undefined;
  const [firstName = name] = name.trim().split(/\s+/);
  const until = deadline === null ? '' : `, até ${formatDate(deadline)}`;
  const text = `Olá, ${firstName}! ${requester.name} pede a sua assinatura em “${summary}”, de ${company.companyName}${until}. Para ler e assinar: ${link}`;
  return `https://wa.me/55${cellphoneNumber}?text=${encodeURIComponent(text)}`;
}
