import type { outcome as english } from '../en/outcome.ts';
import type { Translated } from '../translated.ts';

/** Of the end of a request. */
export const outcome = {
  'Sua assinatura está registrada. Quando tudo estiver concluído, você recebe um email.':
    'Su firma está registrada. Cuando todo esté concluido, recibirá un correo.',
  'O selo digital está sendo aplicado. Costuma levar poucos segundos; esta página se atualiza sozinha.':
    'Se está aplicando el sello digital. Suele tardar pocos segundos; esta página se actualiza sola.',
  'Tudo assinado e selado': 'Todo firmado y sellado',
  'Guarde o documento selado e a página de assinaturas, que aqui é um arquivo à parte: juntos, podem ser conferidos por qualquer pessoa.':
    'Guarde el documento sellado y la página de firmas, que aquí es un archivo aparte: juntos, cualquier persona puede verificarlos.',
  'Guarde o documento selado: ele carrega as próprias provas e pode ser conferido por qualquer pessoa.':
    'Guarde el documento sellado: lleva sus propias pruebas y cualquier persona puede verificarlo.',
  'A recusa e o motivo estão registrados, e {0} já pode vê-los. Não há mais nada a fazer aqui.':
    'El rechazo y el motivo están registrados, y {0} ya puede verlos. No hay nada más que hacer aquí.',
  'Outro participante recusou assinar, e o documento não seguirá. Se for preciso, {0} enviará um novo pedido.':
    'Otro participante se negó a firmar, y el documento no seguirá. Si hace falta, {0} enviará una nueva solicitud.',
  '{0} cancelou este pedido. Você não precisa fazer nada.':
    '{0} canceló esta solicitud. No necesita hacer nada.',
  'Não é mais possível assinar. Se ainda for preciso, peça um novo convite a {0}.':
    'Ya no es posible firmar. Si aún hace falta, pida una nueva invitación a {0}.',
  'O número de representantes que precisavam assinar já foi atingido. Você não precisa fazer nada.':
    'Ya se alcanzó el número de representantes que debían firmar. No necesita hacer nada.',
  'Você assinou': 'Usted firmó',
  'Sua assinatura está registrada. Agora falta {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.':
    'Su firma está registrada. Ahora falta {0}. Cuando todos firmen, recibirá un correo para descargar el documento sellado.',
  'Sua assinatura está registrada. Agora faltam {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.':
    'Su firma está registrada. Ahora faltan {0}. Cuando todos firmen, recibirá un correo para descargar el documento sellado.',
  'Todos assinaram': 'Todos firmaron',
  'Você recusou': 'Usted rechazó',
  'Documento recusado': 'Documento rechazado',
  'Pedido cancelado': 'Solicitud cancelada',
  'O prazo terminou': 'El plazo terminó',
  'Sua assinatura não é mais necessária': 'Su firma ya no es necesaria',
  Documentos: 'Documentos',
  '{0} · pedido por {1}, de {2}': '{0} · solicitado por {1}, de {2}',
  'Para provar que o arquivo é autêntico, envie-o à {0}: qualquer pessoa pode fazer isso, sem cadastro.':
    'Para probar que el archivo es auténtico, envíelo a la {0}: cualquier persona puede hacerlo, sin registrarse.',
  'página de validação': 'página de validación',
  'Guarde também a chave da evidência: com ela, quem confere o arquivo sem a plataforma vê o seu CPF e o endereço que recebeu o código.':
    'Guarde también la clave de la evidencia: con ella, quien verifica el archivo sin la plataforma ve su CPF y la dirección que recibió el código.',
  'O selo e a página de assinaturas são em português.': 'El sello y la página de firmas están en portugués.',
  'Você já pode fechar esta página.': 'Ya puede cerrar esta página.',
  'Você assinou em {0}': 'Usted firmó el {0}',
  'Página de assinaturas': 'Página de firmas',
  'Chave da evidência': 'Clave de la evidencia',
  'Baixar selado': 'Descargar sellado',
  'Quando for a sua vez de assinar, este aparelho pode mostrar um aviso com o assunto do email. Dá para desligar aqui quando quiser.':
    'Cuando le toque firmar, este dispositivo puede mostrar un aviso con el asunto del correo. Puede desactivarlo aquí cuando quiera.',
  'Este aparelho avisa quando for a sua vez de assinar.': 'Este dispositivo le avisa cuando le toque firmar.',
  'Avisar neste aparelho': 'Avisarme en este dispositivo',
  'Desligar avisos': 'Desactivar los avisos',
  'Não foi possível mudar os avisos. Tente de novo.':
    'No fue posible cambiar los avisos. Inténtelo de nuevo.',
  'O navegador não deixa este site mostrar avisos. Abra as configurações do site no navegador, permita os avisos e volte aqui.':
    'El navegador no deja que este sitio muestre avisos. Permítalos en la configuración del sitio, en el navegador, y vuelva aquí.',
} satisfies Translated<typeof english>;
