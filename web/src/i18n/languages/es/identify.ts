import { counts } from '../counts.ts';
import type { identify as english } from '../en/identify.ts';
import type { Translated } from '../translated.ts';

/** Of the door: who one is, and one’s devices. */
export const identify = {
  'Meus dispositivos': 'Mis dispositivos',
  'Voltar aos documentos': 'Volver a los documentos',
  'Estes dispositivos abrem os seus documentos só com o CPF, sem código. Esqueça os que não são seus.':
    'Estos dispositivos abren sus documentos solo con el CPF, sin código. Olvide los que no son suyos.',
  'Buscando seus dispositivos…': 'Buscando sus dispositivos…',
  'Nenhum dispositivo lembrado': 'Ningún dispositivo recordado',
  'Todo acesso aos seus documentos pede o código.': 'Todo acceso a sus documentos pide el código.',
  'Esquecer este dispositivo?': '¿Olvidar este dispositivo?',
  'Dali em diante ele volta a pedir o código para abrir os seus documentos.':
    'Desde entonces volverá a pedir el código para abrir sus documentos.',
  'Esquecer dispositivo': 'Olvidar dispositivo',
  'Dispositivo esquecido': 'Dispositivo olvidado',
  'Dispositivo não informado': 'Dispositivo sin nombre',
  'Este dispositivo': 'Este dispositivo',
  'Para o que foi enviado a {0}': 'Para lo que se envió a {0}',
  'Último uso em {0}; lembrado até {1}': 'Último uso: {0}; recordado hasta {1}',
  Esquecer: 'Olvidar',
  'Digite o código': 'Escriba el código',
  'Se houver documentos para este CPF, enviamos {0} ao email em que você os recebeu.':
    'Si hay documentos para este CPF, enviamos {0} al correo en el que los recibió.',
  'O código vale por {0} minutos.': counts('El código vale por 1 minuto.', 'El código vale por {0} minutos.'),
  'Conferindo…': 'Verificando…',
  Continuar: 'Continuar',
  'Corrigir CPF': 'Corregir el CPF',
  'Enviar outro código em {0} s': 'Enviar otro código en {0} s',
  'Enviar outro código': 'Enviar otro código',
  'Onde você quer receber o código?': '¿Dónde quiere recibir el código?',
  'Há mais de um contato seu. Você verá os documentos que foram enviados ao que escolher.':
    'Tiene más de un contacto. Verá los documentos que se enviaron al que elija.',
  'Confirme quem você é': 'Confirme quién es',
  'Sua sessão terminou': 'Su sesión terminó',
  'O que você já leu, respondeu e escreveu continua aqui. É só confirmar de novo quem você é.':
    'Lo que ya leyó, respondió y escribió sigue aquí. Solo confirme de nuevo quién es.',
  'Neste dispositivo basta o seu CPF: ao completar os números, seus documentos se abrem.':
    'En este dispositivo basta su CPF: al completar los números, se abren sus documentos.',
  'Para ler e assinar, informe seu CPF: enviaremos um código ao email em que você recebeu o convite.':
    'Para leer y firmar, escriba su CPF: enviaremos un código al correo en el que recibió la invitación.',
  'Seu CPF': 'Su CPF (registro fiscal brasileño)',
  'Enviando código…': 'Enviando código…',
  'Receber código': 'Recibir código',
  'O código é só seu: não o encaminhe a ninguém. Sem ele, este link não assina nada.':
    'El código es solo suyo: no lo comparta. Sin él, este enlace no firma nada.',
  '{0}, de {1}, pede a sua assinatura em': '{0}, de {1}, pide su firma en',
  'Para {0}': 'Para {0}',
  'Não sou eu quem deve assinar': 'No soy quien debe firmar',
  'Feche esta página: sem o CPF da pessoa convidada e o código que só ela recebe, ninguém assina por este link. Se puder, avise quem pediu a assinatura, que escolhe outra pessoa ou corrige o contato.':
    'Cierre esta página: sin el CPF de la persona invitada y el código que solo ella recibe, este enlace no firma nada. Si puede, avise a quien pidió la firma, que podrá elegir a otra persona o corregir el contacto.',
  'Assinar documentos': 'Firmar documentos',
  'Link sem pedido': 'Enlace sin solicitud',
  'Este link não leva a nenhum pedido': 'Este enlace no lleva a ninguna solicitud',
  'O endereço pode estar incompleto, ou a assinatura passou a outra pessoa. Abra de novo o email mais recente do convite; se não der certo, fale com quem pediu a assinatura.':
    'La dirección puede estar incompleta, o la firma pasó a otra persona. Abra de nuevo el correo más reciente de la invitación; si no funciona, hable con quien pidió la firma.',
  'Link incompleto': 'Enlace incompleto',
  'Este link está incompleto': 'Este enlace está incompleto',
  'Abra de novo o email do convite e toque no botão, ou copie o endereço inteiro. Se não der certo, peça outro link a quem solicitou a assinatura.':
    'Abra de nuevo el correo de la invitación y pulse el botón, o copie la dirección completa. Si no funciona, pida otro enlace a quien solicitó la firma.',
  'Enviamos {0} por SMS ao seu celular.': 'Enviamos {0} por SMS a su celular.',
  'Enviamos {0} ao seu email.': 'Enviamos {0} a su correo.',
  'Enviamos {0} por SMS para {1}.': 'Enviamos {0} por SMS a {1}.',
  'Enviamos {0} para {1}.': 'Enviamos {0} a {1}.',
  'Não chegou? Confira se o celular está com sinal.': '¿No llegó? Revise si el celular tiene señal.',
  'Não chegou? Olhe também a caixa de spam.': '¿No llegó? Mire también la carpeta de spam.',
  'Li e concordo com o conteúdo e com os {0}.': 'Leí y acepto el contenido y los {0}.',
  'termos da assinatura eletrônica': 'términos de la firma electrónica',
  'Esta é uma tradução. Vale o texto em português:': 'Esta es una traducción. Vale el texto en portugués:',
} satisfies Translated<typeof english>;
