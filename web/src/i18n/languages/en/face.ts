import { counts } from '../counts.ts';

/** Of showing and enrolling a face. */
export const face = {
  'Conferindo o seu rosto': 'Checking your face',
  'Conferência do rosto': 'Face check',
  Câmera: 'Camera',
  Escolha: 'Choose',
  'Câmera {0}': 'Camera {0}',
  'O navegador não tem permissão para usar a câmera. Abra as permissões deste site (o cadeado ao lado do endereço), permita a câmera e tente de novo.':
    'The browser is not allowed to use the camera. Open this site’s permissions (the padlock beside the address), allow the camera and try again.',
  'Não encontramos uma câmera neste aparelho. Abra o link no celular ou num aparelho com câmera.':
    'We found no camera on this device. Open the link on a phone or a device with a camera.',
  'A câmera está em uso por outro programa. Feche-o e tente de novo.':
    'Another program is using the camera. Close it and try again.',
  'A câmera parou no meio do caminho. Confira se ela está ligada e tente de novo.':
    'The camera stopped halfway. Check that it is on and try again.',
  'Este navegador não dá acesso à câmera. Abra o link em outro navegador ou no celular.':
    'This browser gives no access to the camera. Open the link in another browser or on a phone.',
  'Este totem está sem câmera. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.':
    'This kiosk has no camera. Tell the staff here, or sign on your phone, by the link you received.',
  'Cadastrar o rosto': 'Enrol your face',
  'Captura do rosto': 'Face capture',
  'Não tenho câmera: enviar uma foto': 'I have no camera: send a photo',
  'Falta a câmera': 'The camera is missing',
  'Imagem da câmera': 'Camera picture',
  'Abrindo a câmera… permita o uso quando o navegador perguntar.':
    'Opening the camera… allow it when the browser asks.',
  'Movimentos da conferência': 'Movements of the check',
  'Movimento {0} de {1}': 'Movement {0} of {1}',
  'Olhe de frente para a câmera': 'Look straight at the camera',
  'Vire o rosto para a sua esquerda': 'Turn your face to your left',
  'Vire o rosto para a sua direita': 'Turn your face to your right',
  'Sorria, de frente para a câmera': 'Smile, facing the camera',
  'Para conferir o seu rosto, é preciso cadastrá-lo uma vez. O rosto é um dado sensível, e só o usamos com o seu consentimento.':
    'To check your face, it must be enrolled once. A face is sensitive data, and we use it only with your consent.',
  'Para quê': 'What for',
  'Só para conferir que é você quem assina nesta conta. Nunca para publicidade, nem para outra empresa.':
    'Only to check that it is you who signs in this account. Never for advertising, nor for another company.',
  'Só para conferir que é você quem assina nesta conta. Nunca para publicidade.':
    'Only to check that it is you who signs in this account. Never for advertising.',
  'Com quem conferimos': 'Who we check it with',
  'Ao cadastrar, enviamos uma foto e o seu CPF, uma vez, a {0}, que responde o quanto o rosto se parece com o que esse serviço já tem de você.':
    'When you enrol, we send one photo and your CPF, once, to {0}, which answers how closely the face resembles the one that service already has of you.',
  'O que guardamos': 'What we keep',
  'Números calculados da imagem, cifrados com uma chave só sua, por até {0} meses sem uso. As fotos, também cifradas, são apagadas em {1} dias: até lá, só você as vê, para saber o que foi cadastrado.':
    'Numbers calculated from the picture, encrypted with a key of your own, for up to {0} months without use. The photos, encrypted too, are erased in {1} days: until then only you see them, to know what was enrolled.',
  'O que vai para o documento': 'What goes into the document',
  'A semelhança, em número, e o programa que a calculou. Nunca a imagem.':
    'The similarity, as a number, and the program that calculated it. Never the picture.',
  'Você pode voltar atrás': 'You can change your mind',
  'Veja e apague o que guardamos quando quiser, em “Meu rosto”, no alto da página do seu convite.':
    'See and erase what we keep whenever you want, in “My face”, at the top of your invitation’s page.',
  'Se preferir não mostrá-lo, assine com um código de uso único, enviado a você.':
    'If you prefer not to show it, sign with a single-use code that is sent to you.',
  'Se preferir não mostrá-lo, fale com quem pediu a assinatura para combinar outra forma.':
    'If you prefer not to show it, agree on another way with the requester.',
  'Consinto com o uso do meu rosto para conferir as minhas assinaturas.':
    'I consent to the use of my face to check my signatures.',
  'É preciso consentir para cadastrar o rosto.': 'You must consent to enrol your face.',
  'Continuar para a câmera': 'Continue to the camera',
  'Continuar para a foto': 'Continue to the photo',
  'Envie {0} fotos recentes, tiradas em momentos diferentes: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.':
    'Send {0} recent photos, taken at different moments: only your face, from the front, well lit, without sunglasses or a mask.',
  'Escolha uma foto tirada agora, que não seja nenhuma das cadastradas: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.':
    'Choose a photo taken now, none of those enrolled: only your face, from the front, well lit, without sunglasses or a mask.',
  'O documento dirá que a conferência foi por foto, sem prova de presença.':
    'The document will say that the check was by photo, without proof of presence.',
  '{0} de {1}. Envie outra, diferente.': '{0} of {1}. Send another, different one.',
  'Foto do rosto': 'Photo of the face',
  'Enviando a foto…': 'Sending the photo…',
  'Escolher uma foto': 'Choose a photo',
  'Escolher a foto': 'Choose the photo',
  '{0} foto recebida': counts('1 photo received', '{0} photos received'),
  'Consentimento para cadastrar o rosto': 'Consent to enrol the face',
  'Cadastro do rosto: siga os passos na tela.': 'Face enrolment: follow the steps on the screen.',
  'Agora confira o seu rosto: siga os passos na tela.':
    'Now check your face: follow the steps on the screen.',
  'Fique num lugar claro, sem óculos escuros nem boné.': 'Be in a bright place, without sunglasses or a cap.',
  'Deixe só o seu rosto na imagem.': 'Keep only your face in the picture.',
  'O navegador vai pedir a sua permissão para usar a câmera.':
    'The browser will ask for your permission to use the camera.',
  'Espere um pouco': 'Wait a moment',
  'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}, ou assine agora com um código.':
    'The face was not recognised several times. Try again from {0} on (Brasília time), or sign now with a code.',
  'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}. Se não puder esperar, fale com quem pediu a assinatura.':
    'The face was not recognised several times. Try again from {0} on (Brasília time). If you cannot wait, talk to the requester.',
  'Resta 1 tentativa antes de uma espera.': '1 try left before a wait.',
  'Restam {0} tentativas antes de uma espera.': '{0} tries left before a wait.',
  'Um instante…': 'One moment…',
  'Abrir a câmera': 'Open the camera',
  'Prefiro assinar com um código': 'I prefer to sign with a code',
  'Só você as vê aqui. São apagadas sozinhas em {0}.':
    'Only you see them here. They are erased by themselves on {0}.',
  'Foto {0} do cadastro': 'Enrolment photo {0}',
  'Meu rosto': 'My face',
  'O que esta conta guarda do seu rosto para conferir as suas assinaturas. Ele é seu: veja e apague quando quiser.':
    'What this account keeps of your face to check your signatures. It is yours: see it and erase it whenever you want.',
  'Buscando o que guardamos…': 'Looking for what we keep…',
  'Nenhum rosto cadastrado': 'No face enrolled',
  'Não guardamos nada do seu rosto.': 'We keep nothing of your face.',
  'Se um processo pedir reconhecimento facial, você decide então se quer cadastrá-lo.':
    'If a process asks for face recognition, you decide then whether to enrol it.',
  'Um processo pede reconhecimento facial: cadastre agora, ou na hora de assinar.':
    'A process asks for face recognition: enrol now, or when you sign.',
  'Retirar o consentimento': 'Withdraw consent',
  'Apaga na hora as medidas e as fotos. O que você já assinou continua valendo: nos documentos há só a semelhança, em número. Se um processo pedir o seu rosto de novo, você poderá cadastrá-lo outra vez.':
    'Erases the measurements and photos at once. What you have signed stays valid: the documents only have the similarity, as a number. If a process asks for your face again, you can enrol it once more.',
  'Apagar o meu rosto': 'Erase my face',
  'Apagar o seu rosto?': 'Erase your face?',
  'As medidas e as fotos do cadastro são apagadas para sempre. Não há volta.':
    'The measurements and photos of the enrolment are erased for good. There is no way back.',
  'Rosto apagado': 'Face erased',
  'Rosto cadastrado': 'Face enrolled',
  'Cadastrado em': 'Enrolled on',
  'Medidas do rosto': 'Face measurements',
  'Tudo fica cifrado com uma chave só sua. Sem uso por {0} meses, é apagado.':
    'Everything is encrypted with a key of your own. Without use for {0} months, it is erased.',
  'Este cadastro é de um programa anterior. Na próxima assinatura com o rosto, pedimos outro.':
    'This enrolment is from an earlier program. At your next signature with your face, we will ask for another.',
  'Fotos do cadastro': 'Enrolment photos',
  'As fotos já foram apagadas: o prazo delas terminou.': 'The photos have been erased: their time is over.',
  '{0} conjunto de números': counts('1 set of numbers', '{0} sets of numbers'),
  'Preparando os dados biométricos…': 'Preparing the biometric data…',
  'Obtendo a localização atual…': 'Getting the current location…',
  'Realizando a autenticação facial…': 'Checking the face…',
  'Aguardando a resposta do servidor…': 'Waiting for the server’s answer…',
  'Finalizando, por favor aguarde!': 'Finishing, please wait!',
  'Por favor, aguarde…': 'Please wait…',
  'Sem conexão. Estamos tentando de novo…': 'No connection. We are trying again…',
};
