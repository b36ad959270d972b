import { SecretOnce } from '@/components/page/secret-once.tsx';

/** The secret that signs what is sent, shown this once. */
export function WebhookSecret({
  title,
  secret,
  note = '',
  onClose,
}: {
  title: string;
  secret: string;
  note?: string;
  onClose: () => void;
}) {
  return (
    <SecretOnce
      title={title}
      label="Segredo de assinatura"
      secret={secret}
      copyLabel="Copiar segredo"
      onClose={onClose}
    >
      Com ele, seu sistema confere que o aviso veio do Lacre: cabeçalho{' '}
      <code className="font-mono text-[0.8125rem]">webhook-signature</code>. {note}
    </SecretOnce>
  );
}
