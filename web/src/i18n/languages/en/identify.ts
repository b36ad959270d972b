import { counts } from '../counts.ts';

/** Of the door: who one is, and one’s devices. */
export const identify = {
  'Meus dispositivos': 'My devices',
  'Voltar aos documentos': 'Back to the documents',
  'Estes dispositivos abrem os seus documentos só com o CPF, sem código. Esqueça os que não são seus.':
    'These devices open your documents with the CPF alone, without a code. Forget those that are not yours.',
  'Buscando seus dispositivos…': 'Looking for your devices…',
  'Nenhum dispositivo lembrado': 'No device is remembered',
  'Todo acesso aos seus documentos pede o código.': 'Every visit to your documents asks for the code.',
  'Esquecer este dispositivo?': 'Forget this device?',
  'Dali em diante ele volta a pedir o código para abrir os seus documentos.':
    'From then on it asks for the code again to open your documents.',
  'Esquecer dispositivo': 'Forget device',
  'Dispositivo esquecido': 'Device forgotten',
  'Dispositivo não informado': 'Device not named',
  'Este dispositivo': 'This device',
  'Para o que foi enviado a {0}': 'For what was sent to {0}',
  'Último uso em {0}; lembrado até {1}': 'Last used {0}; remembered until {1}',
  Esquecer: 'Forget',
  'Digite o código': 'Enter the code',
  'Se houver documentos para este CPF, enviamos {0} ao email em que você os recebeu.':
    'If there are documents for this CPF, we sent {0} to the email address where you received them.',
  'O código vale por {0} minutos.': counts(
    'The code is valid for 1 minute.',
    'The code is valid for {0} minutes.',
  ),
  'Conferindo…': 'Checking…',
  Continuar: 'Continue',
  'Corrigir CPF': 'Correct the CPF',
  'Enviar outro código em {0} s': 'Send another code in {0} s',
  'Enviar outro código': 'Send another code',
  'Onde você quer receber o código?': 'Where do you want to receive the code?',
  'Há mais de um contato seu. Você verá os documentos que foram enviados ao que escolher.':
    'You have more than one contact. You will see the documents that were sent to the one you choose.',
  'Confirme quem você é': 'Confirm who you are',
  'Sua sessão terminou': 'Your session has ended',
  'O que você já leu, respondeu e escreveu continua aqui. É só confirmar de novo quem você é.':
    'What you have read, answered and written is still here. Just confirm again who you are.',
  'Neste dispositivo basta o seu CPF: ao completar os números, seus documentos se abrem.':
    'On this device your CPF is enough: once the digits are complete, your documents open.',
  'Para ler e assinar, informe seu CPF: enviaremos um código ao email em que você recebeu o convite.':
    'To read and sign, enter your CPF: we will send a code to the email address where you received the invitation.',
  'Seu CPF': 'Your CPF (Brazilian taxpayer number)',
  'Enviando código…': 'Sending code…',
  'Receber código': 'Get a code',
  'O código é só seu: não o encaminhe a ninguém. Sem ele, este link não assina nada.':
    'The code is yours alone: do not pass it on. Without it, this link signs nothing.',
  '{0}, de {1}, pede a sua assinatura em': '{0}, of {1}, asks for your signature on',
  'Para {0}': 'For {0}',
  'Não sou eu quem deve assinar': 'I am not the person who should sign',
  'Feche esta página: sem o CPF da pessoa convidada e o código que só ela recebe, ninguém assina por este link. Se puder, avise quem pediu a assinatura, que escolhe outra pessoa ou corrige o contato.':
    'Close this page: without the invited person’s CPF and the code that only they receive, this link signs nothing. If you can, tell the requester, who can choose another person or correct the contact.',
  'Assinar documentos': 'Sign documents',
  'Link sem pedido': 'Link without a request',
  'Este link não leva a nenhum pedido': 'This link leads to no request',
  'O endereço pode estar incompleto, ou a assinatura passou a outra pessoa. Abra de novo o email mais recente do convite; se não der certo, fale com quem pediu a assinatura.':
    'The address may be incomplete, or the signature was handed to another person. Open the latest invitation email again; if that does not work, talk to the requester.',
  'Link incompleto': 'Incomplete link',
  'Este link está incompleto': 'This link is incomplete',
  'Abra de novo o email do convite e toque no botão, ou copie o endereço inteiro. Se não der certo, peça outro link a quem solicitou a assinatura.':
    'Open the invitation email again and press the button, or copy the whole address. If that does not work, ask the requester for another link.',
  'Enviamos {0} por SMS ao seu celular.': 'We sent {0} to your phone by SMS.',
  'Enviamos {0} ao seu email.': 'We sent {0} to your email address.',
  'Enviamos {0} por SMS para {1}.': 'We sent {0} by SMS to {1}.',
  'Enviamos {0} para {1}.': 'We sent {0} to {1}.',
  'Não chegou? Confira se o celular está com sinal.': 'Nothing yet? Check whether your phone has a signal.',
  'Não chegou? Olhe também a caixa de spam.': 'Nothing yet? Look in the spam folder too.',
  'Li e concordo com o conteúdo e com os {0}.': 'I have read and agree with the content and with the {0}.',
  'termos da assinatura eletrônica': 'terms of electronic signature',
  'Esta é uma tradução. Vale o texto em português:':
    'This is a translation. The Portuguese text is the binding one:',
};
