/** Of the act of signing and the proofs it asks for. */
export const sign = {
  'Área para desenhar a assinatura': 'Area to draw the signature',
  'Desenhe a assinatura no quadro, ou use o seu nome.': 'Draw the signature in the box, or use your name.',
  'São traços demais. Apague e desenhe de forma mais simples.':
    'There are too many strokes. Erase them and draw more simply.',
  'Como a sua assinatura aparece': 'How your signature looks',
  'É só a aparência na página de assinaturas do documento. O que prova a assinatura é a sua identificação, e não o desenho.':
    'This is only how it looks on the document’s signature page. What proves the signature is your identification, not the drawing.',
  'Usar esta assinatura': 'Use this signature',
  'Forma da assinatura': 'Form of the signature',
  'Meu nome': 'My name',
  Desenhar: 'Draw',
  Letra: 'Lettering',
  'Com o dedo, a caneta ou o mouse.': 'With finger, pen or mouse.',
  Desfazer: 'Undo',
  Apagar: 'Erase',
  'Letra reta': 'Upright',
  'Letra inclinada': 'Slanted',
  'Letra inclinada com traço': 'Slanted with a flourish',
  '{0} Peça outro código.': '{0} Ask for another code.',
  'Enviar o código': 'Send the code',
  'Enviando SMS…': 'Sending SMS…',
  'Receber por SMS': 'Get it by SMS',
  'Falta a sua localização': 'Your location is missing',
  'Ou assine sem informar onde está.': 'Or sign without saying where you are.',
  'Localizando…': 'Locating…',
  'Permitir e continuar': 'Allow and continue',
  'Assinar sem informar onde estou': 'Sign without saying where I am',
  'O navegador não tem permissão para ver a sua localização. Abra as permissões deste site (o cadeado ao lado do endereço), permita a localização e tente de novo.':
    'The browser is not allowed to see your location. Open this site’s permissions (the padlock beside the address), allow location and try again.',
  'O navegador não respondeu. Se ele perguntar, permita que este site veja a sua localização, e tente de novo.':
    'The browser did not answer. If it asks, allow this site to see your location, and try again.',
  'O aparelho não conseguiu se localizar. Ligue a localização, aproxime-se de uma janela e tente de novo.':
    'The device could not find its location. Turn location on, go near a window and try again.',
  'Este navegador não informa a localização. Abra o link em outro navegador ou no celular.':
    'This browser does not give the location. Open the link in another browser or on a phone.',
  'Este totem não consegue informar onde está. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.':
    'This kiosk cannot say where it is. Tell the staff here, or sign on your phone, by the link you received.',
  Assinando: 'Signing',
  'Registrando a sua assinatura…': 'Recording your signature…',
  'Passo {0} de {1}': 'Step {0} of {1}',
  'Um código só para esta assinatura': 'A code for this signature alone',
  'Quem pediu a assinatura quer a certeza de que é você agora. Enviamos ao seu email um código, que vale uma única vez.':
    'The requester wants to be sure that it is you now. We send to your email address a code that works only once.',
  'A sua localização': 'Your location',
  'Quem pediu a assinatura exige saber onde ela foi feita. O navegador vai pedir a sua permissão; o lugar fica registrado só neste processo, na página de assinaturas.':
    'The requester requires to know where it was signed. The browser will ask for your permission; the place is recorded in this process only, on the signature page.',
  'A sua localização, se quiser': 'Your location, if you wish',
  'Quem pediu a assinatura gostaria de saber onde ela foi feita. Se você aceitar, o navegador vai pedir a sua permissão, e o lugar fica registrado só neste processo, na página de assinaturas. Você pode assinar sem informar.':
    'The requester would like to know where it was signed. If you agree, the browser will ask for your permission, and the place is recorded in this process only, on the signature page. You can sign without it.',
  'O seu rosto': 'Your face',
  'Quem pediu a assinatura quer conferir que é você. A câmera compara o seu rosto com o que você cadastrou; a imagem não vai para o documento.':
    'The requester wants to check that it is you. The camera compares your face with the one you enrolled; the picture does not go into the document.',
  'Próximo passo': 'Next step',
  'Marque ao menos um documento para assinar.': 'Select at least one document to sign.',
  'Documentos lidos': 'Documents read',
  'Perguntas respondidas': 'Questions answered',
  '{0} de {1} lido': '{0} of {1} read',
  '{0} de {1} lidos': '{0} of {1} read',
  '{0} de {1} respondida': '{0} of {1} answered',
  '{0} de {1} respondidas': '{0} of {1} answered',
  'Ler antes de assinar': 'Read before signing',
  'Ler o próximo': 'Read the next one',
  'Responder a pergunta': 'Answer the question',
  'Responder a próxima': 'Answer the next one',
  'Assinando…': 'Signing…',
  'Assinar documento': 'Sign document',
  'Assinar todos ({0})': 'Sign all ({0})',
  'É preciso aceitar os termos para assinar.': 'You must accept the terms to sign.',
};
