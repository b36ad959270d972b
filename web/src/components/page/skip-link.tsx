import { say } from '@/i18n/say.ts';

/** Lets keyboards jump over the menu. */
export function SkipLink() {
  return (
    <a
      href="#conteudo"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-lg bg-primary-fill px-4 py-2.5 text-sm font-medium text-white shadow-float focus:translate-y-0"
    >
      {say('Pular para o conteúdo')}
    </a>
  );
}
