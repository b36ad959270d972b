import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { say } from '@/i18n/say.ts';

import { Button, type ButtonProps } from './button.tsx';

/** Copies a text and says so. */
export function CopyButton({
  text,
  label = say('Copiar'),
  iconOnly = false,
  ...rest
}: { text: string; label?: string; iconOnly?: boolean } & Omit<ButtonProps, 'children' | 'onClick'>) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error(say('Não foi possível copiar'), {
        description: say('Selecione o texto e copie pelo teclado.'),
      });
    }
  }

  const icon = copied ? <Check className="text-success" /> : <Copy />;
  return (
    <Button
      size={iconOnly ? 'iconSm' : 'sm'}
      variant={iconOnly ? 'ghost' : 'secondary'}
      icon={icon}
      aria-label={iconOnly ? label : undefined}
      onClick={() => void copy()}
      {...rest}
    >
      {!iconOnly && <span aria-live="polite">{copied ? say('Copiado') : label}</span>}
    </Button>
  );
}
