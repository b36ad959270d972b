/** Of the end of a request. */
export const outcome = {
  'Sua assinatura está registrada. Quando tudo estiver concluído, você recebe um email.':
    'Your signature is recorded. When everything is completed, you will receive an email.',
  'O selo digital está sendo aplicado. Costuma levar poucos segundos; esta página se atualiza sozinha.':
    'The digital seal is being applied. It usually takes a few seconds; this page updates by itself.',
  'Tudo assinado e selado': 'Everything signed and sealed',
  'Guarde o documento selado e a página de assinaturas, que aqui é um arquivo à parte: juntos, podem ser conferidos por qualquer pessoa.':
    'Keep the sealed document and the signature page, which here is a separate file: together, anyone can verify them.',
  'Guarde o documento selado: ele carrega as próprias provas e pode ser conferido por qualquer pessoa.':
    'Keep the sealed document: it carries its own evidence, and anyone can verify it.',
  'A recusa e o motivo estão registrados, e {0} já pode vê-los. Não há mais nada a fazer aqui.':
    'The refusal and its reason are recorded, and {0} can see them now. There is nothing more to do here.',
  'Outro participante recusou assinar, e o documento não seguirá. Se for preciso, {0} enviará um novo pedido.':
    'Another participant refused to sign, and the document goes no further. If needed, {0} will send a new request.',
  '{0} cancelou este pedido. Você não precisa fazer nada.':
    '{0} canceled this request. You do not need to do anything.',
  'Não é mais possível assinar. Se ainda for preciso, peça um novo convite a {0}.':
    'It is no longer possible to sign. If it is still needed, ask {0} for a new invitation.',
  'O número de representantes que precisavam assinar já foi atingido. Você não precisa fazer nada.':
    'The number of representatives who had to sign has been reached. You do not need to do anything.',
  'Você assinou': 'You have signed',
  'Sua assinatura está registrada. Agora falta {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.':
    'Your signature is recorded. Now {0} is still to sign. When all have signed, you will receive an email to download the sealed document.',
  'Sua assinatura está registrada. Agora faltam {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.':
    'Your signature is recorded. Now {0} are still to sign. When all have signed, you will receive an email to download the sealed document.',
  'Todos assinaram': 'All have signed',
  'Você recusou': 'You refused',
  'Documento recusado': 'Document refused',
  'Pedido cancelado': 'Request canceled',
  'O prazo terminou': 'The deadline has passed',
  'Sua assinatura não é mais necessária': 'Your signature is no longer needed',
  Documentos: 'Documents',
  '{0} · pedido por {1}, de {2}': '{0} · requested by {1}, of {2}',
  'Para provar que o arquivo é autêntico, envie-o à {0}: qualquer pessoa pode fazer isso, sem cadastro.':
    'To prove that the file is authentic, upload it to the {0}: anyone can do so, without an account.',
  'página de validação': 'validation page',
  'Guarde também a chave da evidência: com ela, quem confere o arquivo sem a plataforma vê o seu CPF e o endereço que recebeu o código.':
    'Keep the evidence key too: with it, people who verify the file without the platform see your CPF and the address that received the code.',
  'O selo e a página de assinaturas são em português.': 'The seal and the signature page are in Portuguese.',
  'Você já pode fechar esta página.': 'You can close this page now.',
  'Você assinou em {0}': 'You signed on {0}',
  'Página de assinaturas': 'Signature page',
  'Chave da evidência': 'Evidence key',
  'Baixar selado': 'Download sealed',
  'Quando for a sua vez de assinar, este aparelho pode mostrar um aviso com o assunto do email. Dá para desligar aqui quando quiser.':
    'When it is your turn to sign, this device can show a notification with the subject of the email. You can switch it off here at any time.',
  'Este aparelho avisa quando for a sua vez de assinar.':
    'This device notifies you when it is your turn to sign.',
  'Avisar neste aparelho': 'Notify me on this device',
  'Desligar avisos': 'Switch notifications off',
  'Não foi possível mudar os avisos. Tente de novo.': 'The notifications could not be changed. Try again.',
  'O navegador não deixa este site mostrar avisos. Abra as configurações do site no navegador, permita os avisos e volte aqui.':
    "The browser does not let this site show notifications. Allow them in the browser's site settings, and come back here.",
};
