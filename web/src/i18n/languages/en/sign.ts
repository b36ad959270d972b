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
  'Assinatura a rogo': 'Signature at another’s request',
  'Antes de assinar, leia o documento à pessoa em voz alta, por inteiro, diante das testemunhas.':
    'Before you sign, read the whole document aloud to the person, in front of the witnesses.',
  'Antes de assinar, presencie a leitura do documento em voz alta à pessoa, e o pedido dela.':
    'Before you sign, be present while the document is read aloud to the person, and when they make the request.',
  'não pode assinar': 'cannot sign',
  'não sabe ler ou escrever': 'cannot read or write',
  'não pode assinar por condição física': 'cannot sign because of a physical condition',
  '{0}, que {1}, pediu que você assine em seu nome.': '{0}, who {1}, asked you to sign in their name.',
  '{0}, que {1}, pediu que {2} assine em seu nome. Você é testemunha.':
    '{0}, who {1}, asked {2} to sign in their name. You are a witness.',
  'Falta a sua declaração sobre a assinatura a rogo.':
    'Your declaration about the signature at another’s request is missing.',
  'Declaro que o documento foi lido em voz alta, por inteiro, à pessoa a rogo de quem assino, na presença das testemunhas; que ela disse ter entendido e concordar com o que foi lido; e que ela me pediu que o assinasse em seu nome.':
    'I declare that the document was read aloud, in full, to the person at whose request I sign, in the presence of the witnesses; that they said they understood and agree with what was read; and that they asked me to sign it in their name.',
  'Declaro que presenciei a leitura do documento em voz alta, por inteiro, à pessoa que não pode assinar; que ela disse ter entendido e concordar com o que foi lido; e que ela pediu a quem assina a rogo que o assinasse em seu nome.':
    'I declare that I was present while the document was read aloud, in full, to the person who cannot sign; that they said they understood and agree with what was read; and that they asked the person who signs at their request to sign it in their name.',
};
