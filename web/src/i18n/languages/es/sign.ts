import type { sign as english } from '../en/sign.ts';
import type { Translated } from '../translated.ts';

/** Of the act of signing and the proofs it asks for. */
export const sign = {
  'Área para desenhar a assinatura': 'Área para dibujar la firma',
  'Desenhe a assinatura no quadro, ou use o seu nome.': 'Dibuje la firma en el cuadro o use su nombre.',
  'São traços demais. Apague e desenhe de forma mais simples.':
    'Son demasiados trazos. Borre y dibuje de forma más simple.',
  'Como a sua assinatura aparece': 'Cómo aparece su firma',
  'É só a aparência na página de assinaturas do documento. O que prova a assinatura é a sua identificação, e não o desenho.':
    'Es solo su apariencia en la página de firmas del documento. Lo que prueba la firma es su identificación, no el dibujo.',
  'Usar esta assinatura': 'Usar esta firma',
  'Forma da assinatura': 'Forma de la firma',
  'Meu nome': 'Mi nombre',
  Desenhar: 'Dibujar',
  Letra: 'Letra',
  'Com o dedo, a caneta ou o mouse.': 'Con el dedo, el lápiz o el ratón.',
  Desfazer: 'Deshacer',
  Apagar: 'Borrar',
  'Letra reta': 'Letra recta',
  'Letra inclinada': 'Letra inclinada',
  'Letra inclinada com traço': 'Letra inclinada con trazo',
  '{0} Peça outro código.': '{0} Pida otro código.',
  'Enviar o código': 'Enviar el código',
  'Enviando SMS…': 'Enviando SMS…',
  'Receber por SMS': 'Recibir por SMS',
  'Falta a sua localização': 'Falta su ubicación',
  'Ou assine sem informar onde está.': 'O firme sin decir dónde está.',
  'Localizando…': 'Localizando…',
  'Permitir e continuar': 'Permitir y continuar',
  'Assinar sem informar onde estou': 'Firmar sin decir dónde estoy',
  'O navegador não tem permissão para ver a sua localização. Abra as permissões deste site (o cadeado ao lado do endereço), permita a localização e tente de novo.':
    'El navegador no tiene permiso para ver su ubicación. Abra los permisos de este sitio (el candado junto a la dirección), permita la ubicación e inténtelo de nuevo.',
  'O navegador não respondeu. Se ele perguntar, permita que este site veja a sua localização, e tente de novo.':
    'El navegador no respondió. Si pregunta, permita que este sitio vea su ubicación e inténtelo de nuevo.',
  'O aparelho não conseguiu se localizar. Ligue a localização, aproxime-se de uma janela e tente de novo.':
    'El aparato no logró ubicarse. Active la ubicación, acérquese a una ventana e inténtelo de nuevo.',
  'Este navegador não informa a localização. Abra o link em outro navegador ou no celular.':
    'Este navegador no informa la ubicación. Abra el enlace en otro navegador o en el celular.',
  'Este totem não consegue informar onde está. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.':
    'Este tótem no puede informar dónde está. Avise al personal o firme en su celular, con el enlace que recibió.',
  Assinando: 'Firmando',
  'Registrando a sua assinatura…': 'Registrando su firma…',
  'Passo {0} de {1}': 'Paso {0} de {1}',
  'Um código só para esta assinatura': 'Un código solo para esta firma',
  'Quem pediu a assinatura quer a certeza de que é você agora. Enviamos ao seu email um código, que vale uma única vez.':
    'Quien pidió la firma quiere tener la certeza de que es usted ahora. Enviamos a su correo un código que vale una sola vez.',
  'A sua localização': 'Su ubicación',
  'Quem pediu a assinatura exige saber onde ela foi feita. O navegador vai pedir a sua permissão; o lugar fica registrado só neste processo, na página de assinaturas.':
    'Quien pidió la firma exige saber dónde se hizo. El navegador pedirá su permiso; el lugar queda registrado solo en este proceso, en la página de firmas.',
  'A sua localização, se quiser': 'Su ubicación, si quiere',
  'Quem pediu a assinatura gostaria de saber onde ela foi feita. Se você aceitar, o navegador vai pedir a sua permissão, e o lugar fica registrado só neste processo, na página de assinaturas. Você pode assinar sem informar.':
    'A quien pidió la firma le gustaría saber dónde se hizo. Si acepta, el navegador pedirá su permiso, y el lugar queda registrado solo en este proceso, en la página de firmas. Puede firmar sin informarlo.',
  'O seu rosto': 'Su rostro',
  'Quem pediu a assinatura quer conferir que é você. A câmera compara o seu rosto com o que você cadastrou; a imagem não vai para o documento.':
    'Quien pidió la firma quiere verificar que es usted. La cámara compara su rostro con el que registró; la imagen no va al documento.',
  'Próximo passo': 'Próximo paso',
  'Marque ao menos um documento para assinar.': 'Marque al menos un documento para firmar.',
  'Documentos lidos': 'Documentos leídos',
  'Perguntas respondidas': 'Preguntas respondidas',
  '{0} de {1} lido': '{0} de {1} leído',
  '{0} de {1} lidos': '{0} de {1} leídos',
  '{0} de {1} respondida': '{0} de {1} respondida',
  '{0} de {1} respondidas': '{0} de {1} respondidas',
  'Ler antes de assinar': 'Leer antes de firmar',
  'Ler o próximo': 'Leer el siguiente',
  'Responder a pergunta': 'Responder la pregunta',
  'Responder a próxima': 'Responder la siguiente',
  'Assinando…': 'Firmando…',
  'Assinar documento': 'Firmar documento',
  'Assinar todos ({0})': 'Firmar todos ({0})',
  'É preciso aceitar os termos para assinar.': 'Debe aceptar los términos para firmar.',
  'Assinatura a rogo': 'Firma a ruego',
  'Antes de assinar, leia o documento à pessoa em voz alta, por inteiro, diante das testemunhas.':
    'Antes de firmar, lea a la persona el documento en voz alta y por completo, ante los testigos.',
  'Antes de assinar, presencie a leitura do documento em voz alta à pessoa, e o pedido dela.':
    'Antes de firmar, presencie la lectura del documento en voz alta a la persona y su petición.',
  'não pode assinar': 'no puede firmar',
  'não sabe ler ou escrever': 'no sabe leer o escribir',
  'não pode assinar por condição física': 'no puede firmar por una condición física',
  '{0}, que {1}, pediu que você assine em seu nome.': '{0}, que {1}, pidió que usted firme en su nombre.',
  '{0}, que {1}, pediu que {2} assine em seu nome. Você é testemunha.':
    '{0}, que {1}, pidió que {2} firme en su nombre. Usted es testigo.',
  'Falta a sua declaração sobre a assinatura a rogo.': 'Falta su declaración sobre la firma a ruego.',
  'Declaro que o documento foi lido em voz alta, por inteiro, à pessoa a rogo de quem assino, na presença das testemunhas; que ela disse ter entendido e concordar com o que foi lido; e que ela me pediu que o assinasse em seu nome.':
    'Declaro que el documento fue leído en voz alta y por completo a la persona a cuyo ruego firmo, en presencia de los testigos; que ella dijo haber entendido y estar de acuerdo con lo leído; y que me pidió que lo firmara en su nombre.',
  'Declaro que presenciei a leitura do documento em voz alta, por inteiro, à pessoa que não pode assinar; que ela disse ter entendido e concordar com o que foi lido; e que ela pediu a quem assina a rogo que o assinasse em seu nome.':
    'Declaro que presencié la lectura del documento en voz alta y por completo a la persona que no puede firmar; que ella dijo haber entendido y estar de acuerdo con lo leído; y que pidió a quien firma a ruego que lo firmara en su nombre.',
} satisfies Translated<typeof english>;
