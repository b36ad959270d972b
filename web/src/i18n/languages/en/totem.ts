import { counts } from '../counts.ts';

/** Of a totem. */
export const totem = {
  'Boas-vindas!': 'Welcome!',
  'Leia e assine aqui os seus documentos. Leva poucos minutos.':
    'Read and sign your documents here. It takes a few minutes.',
  'Tocar para começar': 'Touch to start',
  'Informe o CPF': 'Enter your CPF',
  'Confirme o código': 'Confirm the code',
  'Leia e assine': 'Read and sign',
  'Assinatura por Lacre': 'Signatures by Lacre',
  Assinatura: 'Signature',
  'Se houver documentos para o CPF {0}, enviamos {1} ao seu email. Abra-o no seu celular.':
    'If there are documents for the CPF {0}, we sent {1} to your email address. Open it on your phone.',
  'Enviar outro em {0} s': 'Send another in {0} s',
  'Qual é o seu CPF?': 'What is your CPF?',
  'Com ele encontramos os seus documentos. Em seguida, um código confirma que é você.':
    'With this taxpayer number we find your documents. Then a code confirms that it is you.',
  'Teclado numérico': 'Number pad',
  '{0} número': counts('1 digit', '{0} digits'),
  Limpar: 'Clear',
  'Apagar o último número': 'Delete the last digit',
  'Tempo restante': 'Time left',
  'Você ainda está aí?': 'Are you still there?',
  'Para proteger os seus dados, esta tela se fecha em {0}. O que não foi assinado continua pendente.':
    'To protect your data, this screen closes in {0}. What was not signed remains pending.',
  '{0} segundo': counts('1 second', '{0} seconds'),
  'Encerrar agora': 'End now',
  'Nada para assinar agora, {0}': 'Nothing to sign now, {0}',
  'Quando alguém pedir a sua assinatura, o convite chega ao seu email.':
    'When someone asks for your signature, the invitation comes to your email.',
  Terminar: 'Finish',
  'Olá, {0}': 'Hello, {0}',
  'Escolha o que quer ler e assinar primeiro.': 'Choose what to read and sign first.',
  'Pronto, você assinou': 'Done, you have signed',
  'A sua assinatura está registrada. Quando todos assinarem, o documento selado chega ao seu email.':
    'Your signature is recorded. When all have signed, the sealed document comes to your email.',
  'Ver o outro pedido': 'See the other request',
  'Ver os outros {0} pedidos': 'See the other {0} requests',
  'Esta tela volta ao início em {0}.': 'This screen goes back to the start in {0}.',
  'Voltar ao início': 'Back to the start',
  Encerrar: 'End visit',
  'Sem conexão. Estamos tentando de novo; você continua de onde parou.':
    'No connection. We are trying again; you go on from where you were.',
  'Termos da assinatura eletrônica': 'Terms of electronic signature',
  'Texto dos termos': 'Text of the terms',
};
