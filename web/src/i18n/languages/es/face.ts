import { counts } from '../counts.ts';
import type { face as english } from '../en/face.ts';
import type { Translated } from '../translated.ts';

/** Of showing and enrolling a face. */
export const face = {
  'Conferindo o seu rosto': 'Verificando su rostro',
  'Conferência do rosto': 'Verificación del rostro',
  Câmera: 'Cámara',
  Escolha: 'Elija',
  'Câmera {0}': 'Cámara {0}',
  'O navegador não tem permissão para usar a câmera. Abra as permissões deste site (o cadeado ao lado do endereço), permita a câmera e tente de novo.':
    'El navegador no tiene permiso para usar la cámara. Abra los permisos de este sitio (el candado junto a la dirección), permita la cámara e inténtelo de nuevo.',
  'Não encontramos uma câmera neste aparelho. Abra o link no celular ou num aparelho com câmera.':
    'No encontramos una cámara en este aparato. Abra el enlace en el celular o en un aparato con cámara.',
  'A câmera está em uso por outro programa. Feche-o e tente de novo.':
    'Otro programa está usando la cámara. Ciérrelo e inténtelo de nuevo.',
  'A câmera parou no meio do caminho. Confira se ela está ligada e tente de novo.':
    'La cámara se detuvo a mitad de camino. Revise que esté encendida e inténtelo de nuevo.',
  'Este navegador não dá acesso à câmera. Abra o link em outro navegador ou no celular.':
    'Este navegador no da acceso a la cámara. Abra el enlace en otro navegador o en el celular.',
  'Este totem está sem câmera. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.':
    'Este tótem no tiene cámara. Avise al personal o firme en su celular, con el enlace que recibió.',
  'Cadastrar o rosto': 'Registrar el rostro',
  'Captura do rosto': 'Captura del rostro',
  'Não tenho câmera: enviar uma foto': 'No tengo cámara: enviar una foto',
  'Falta a câmera': 'Falta la cámara',
  'Imagem da câmera': 'Imagen de la cámara',
  'Abrindo a câmera… permita o uso quando o navegador perguntar.':
    'Abriendo la cámara… permita el uso cuando el navegador pregunte.',
  'Movimentos da conferência': 'Movimientos de la verificación',
  'Movimento {0} de {1}': 'Movimiento {0} de {1}',
  'Olhe de frente para a câmera': 'Mire de frente a la cámara',
  'Vire o rosto para a sua esquerda': 'Gire el rostro a su izquierda',
  'Vire o rosto para a sua direita': 'Gire el rostro a su derecha',
  'Sorria, de frente para a câmera': 'Sonría, de frente a la cámara',
  'Para conferir o seu rosto, é preciso cadastrá-lo uma vez. O rosto é um dado sensível, e só o usamos com o seu consentimento.':
    'Para verificar su rostro, hay que registrarlo una vez. El rostro es un dato sensible, y solo lo usamos con su consentimiento.',
  'Para quê': 'Para qué',
  'Só para conferir que é você quem assina nesta conta. Nunca para publicidade, nem para outra empresa.':
    'Solo para verificar que es usted quien firma en esta cuenta. Nunca para publicidad ni para otra empresa.',
  'Só para conferir que é você quem assina nesta conta. Nunca para publicidade.':
    'Solo para verificar que es usted quien firma en esta cuenta. Nunca para publicidad.',
  'Com quem conferimos': 'Con quién lo verificamos',
  'Ao cadastrar, enviamos uma foto e o seu CPF, uma vez, a {0}, que responde o quanto o rosto se parece com o que esse serviço já tem de você.':
    'Al registrarlo, enviamos una foto y su CPF, una vez, a {0}, que responde cuánto se parece el rostro al que ese servicio ya tiene de usted.',
  'O que guardamos': 'Lo que guardamos',
  'Números calculados da imagem, cifrados com uma chave só sua, por até {0} meses sem uso. As fotos, também cifradas, são apagadas em {1} dias: até lá, só você as vê, para saber o que foi cadastrado.':
    'Números calculados de la imagen, cifrados con una clave solo suya, por hasta {0} meses sin uso. Las fotos, también cifradas, se borran en {1} días: hasta entonces solo usted las ve, para saber qué se registró.',
  'O que vai para o documento': 'Lo que va al documento',
  'A semelhança, em número, e o programa que a calculou. Nunca a imagem.':
    'La semejanza, en número, y el programa que la calculó. Nunca la imagen.',
  'Você pode voltar atrás': 'Puede cambiar de opinión',
  'Veja e apague o que guardamos quando quiser, em “Meu rosto”, no alto da página do seu convite.':
    'Vea y borre lo que guardamos cuando quiera, en “Mi rostro”, en lo alto de la página de su invitación.',
  'Se preferir não mostrá-lo, assine com um código de uso único, enviado a você.':
    'Si prefiere no mostrarlo, firme con un código de un solo uso que se le envía.',
  'Se preferir não mostrá-lo, fale com quem pediu a assinatura para combinar outra forma.':
    'Si prefiere no mostrarlo, acuerde otra forma con quien pidió la firma.',
  'Consinto com o uso do meu rosto para conferir as minhas assinaturas.':
    'Consiento el uso de mi rostro para verificar mis firmas.',
  'É preciso consentir para cadastrar o rosto.': 'Debe consentir para registrar el rostro.',
  'Continuar para a câmera': 'Continuar a la cámara',
  'Continuar para a foto': 'Continuar a la foto',
  'Envie {0} fotos recentes, tiradas em momentos diferentes: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.':
    'Envíe {0} fotos recientes, tomadas en momentos distintos: solo su rostro, de frente, bien iluminado, sin gafas oscuras ni mascarilla.',
  'Escolha uma foto tirada agora, que não seja nenhuma das cadastradas: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.':
    'Elija una foto tomada ahora, que no sea ninguna de las registradas: solo su rostro, de frente, bien iluminado, sin gafas oscuras ni mascarilla.',
  'O documento dirá que a conferência foi por foto, sem prova de presença.':
    'El documento dirá que la verificación fue por foto, sin prueba de presencia.',
  '{0} de {1}. Envie outra, diferente.': '{0} de {1}. Envíe otra, diferente.',
  'Foto do rosto': 'Foto del rostro',
  'Enviando a foto…': 'Enviando la foto…',
  'Escolher uma foto': 'Elegir una foto',
  'Escolher a foto': 'Elegir la foto',
  '{0} foto recebida': counts('1 foto recibida', '{0} fotos recibidas'),
  'Consentimento para cadastrar o rosto': 'Consentimiento para registrar el rostro',
  'Cadastro do rosto: siga os passos na tela.': 'Registro del rostro: siga los pasos en la pantalla.',
  'Agora confira o seu rosto: siga os passos na tela.':
    'Ahora verifique su rostro: siga los pasos en la pantalla.',
  'Fique num lugar claro, sem óculos escuros nem boné.':
    'Póngase en un lugar claro, sin gafas oscuras ni gorra.',
  'Deixe só o seu rosto na imagem.': 'Deje solo su rostro en la imagen.',
  'O navegador vai pedir a sua permissão para usar a câmera.':
    'El navegador pedirá su permiso para usar la cámara.',
  'Espere um pouco': 'Espere un poco',
  'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}, ou assine agora com um código.':
    'El rostro no fue reconocido varias veces. Inténtelo de nuevo desde las {0} (hora de Brasilia) o firme ahora con un código.',
  'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}. Se não puder esperar, fale com quem pediu a assinatura.':
    'El rostro no fue reconocido varias veces. Inténtelo de nuevo desde las {0} (hora de Brasilia). Si no puede esperar, hable con quien pidió la firma.',
  'Resta 1 tentativa antes de uma espera.': 'Queda 1 intento antes de una espera.',
  'Restam {0} tentativas antes de uma espera.': 'Quedan {0} intentos antes de una espera.',
  'Um instante…': 'Un instante…',
  'Abrir a câmera': 'Abrir la cámara',
  'Prefiro assinar com um código': 'Prefiero firmar con un código',
  'Só você as vê aqui. São apagadas sozinhas em {0}.': 'Solo usted las ve aquí. Se borran solas el {0}.',
  'Foto {0} do cadastro': 'Foto {0} del registro',
  'Meu rosto': 'Mi rostro',
  'O que esta conta guarda do seu rosto para conferir as suas assinaturas. Ele é seu: veja e apague quando quiser.':
    'Lo que esta cuenta guarda de su rostro para verificar sus firmas. Es suyo: véalo y bórrelo cuando quiera.',
  'Buscando o que guardamos…': 'Buscando lo que guardamos…',
  'Nenhum rosto cadastrado': 'Ningún rostro registrado',
  'Não guardamos nada do seu rosto.': 'No guardamos nada de su rostro.',
  'Se um processo pedir reconhecimento facial, você decide então se quer cadastrá-lo.':
    'Si un proceso pide reconocimiento facial, usted decide entonces si quiere registrarlo.',
  'Um processo pede reconhecimento facial: cadastre agora, ou na hora de assinar.':
    'Un proceso pide reconocimiento facial: regístrelo ahora o al firmar.',
  'Retirar o consentimento': 'Retirar el consentimiento',
  'Apaga na hora as medidas e as fotos. O que você já assinou continua valendo: nos documentos há só a semelhança, em número. Se um processo pedir o seu rosto de novo, você poderá cadastrá-lo outra vez.':
    'Borra en el momento las medidas y las fotos. Lo que ya firmó sigue valiendo: en los documentos solo está la semejanza, en número. Si un proceso pide su rostro de nuevo, podrá registrarlo otra vez.',
  'Apagar o meu rosto': 'Borrar mi rostro',
  'Apagar o seu rosto?': '¿Borrar su rostro?',
  'As medidas e as fotos do cadastro são apagadas para sempre. Não há volta.':
    'Las medidas y las fotos del registro se borran para siempre. No hay vuelta atrás.',
  'Rosto apagado': 'Rostro borrado',
  'Rosto cadastrado': 'Rostro registrado',
  'Cadastrado em': 'Registrado el',
  'Medidas do rosto': 'Medidas del rostro',
  'Tudo fica cifrado com uma chave só sua. Sem uso por {0} meses, é apagado.':
    'Todo queda cifrado con una clave solo suya. Sin uso por {0} meses, se borra.',
  'Este cadastro é de um programa anterior. Na próxima assinatura com o rosto, pedimos outro.':
    'Este registro es de un programa anterior. En la próxima firma con el rostro pediremos otro.',
  'Fotos do cadastro': 'Fotos del registro',
  'As fotos já foram apagadas: o prazo delas terminou.': 'Las fotos ya se borraron: su plazo terminó.',
  '{0} conjunto de números': counts('1 conjunto de números', '{0} conjuntos de números'),
  'Preparando os dados biométricos…': 'Preparando los datos biométricos…',
  'Obtendo a localização atual…': 'Obteniendo la ubicación actual…',
  'Realizando a autenticação facial…': 'Verificando el rostro…',
  'Aguardando a resposta do servidor…': 'Esperando la respuesta del servidor…',
  'Finalizando, por favor aguarde!': 'Finalizando, ¡espere por favor!',
  'Por favor, aguarde…': 'Por favor, espere…',
  'Sem conexão. Estamos tentando de novo…': 'Sin conexión. Lo estamos intentando de nuevo…',
} satisfies Translated<typeof english>;
