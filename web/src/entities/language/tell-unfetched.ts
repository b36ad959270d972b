import { toast } from '@/components/ui/feedback/toast.ts';
import { say } from '@/i18n/say.ts';

/** Tells that the texts of a language could not be fetched. */
export const tellUnfetched = (): void =>
  toast.error(say('Não foi possível abrir'), { description: say('Confira sua internet e tente de novo.') });
