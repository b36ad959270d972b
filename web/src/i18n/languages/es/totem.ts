import { counts } from '../counts.ts';
import type { totem as english } from '../en/totem.ts';
import type { Translated } from '../translated.ts';

/** Of a totem. */
export const totem = {
  'Boas-vindas!': '¡Le damos la bienvenida!',
  'Leia e assine aqui os seus documentos. Leva poucos minutos.':
    'Lea y firme aquí sus documentos. Le llevará pocos minutos.',
  'Tocar para começar': 'Tocar para empezar',
  'Informe o CPF': 'Indique su CPF',
  'Confirme o código': 'Confirme el código',
  'Leia e assine': 'Lea y firme',
  'Assinatura por Lacre': 'Firmas con Lacre',
  Assinatura: 'Firma',
  'Se houver documentos para o CPF {0}, enviamos {1} ao seu email. Abra-o no seu celular.':
    'Si hay documentos para el CPF {0}, enviamos {1} a su correo. Ábralo en su teléfono.',
  'Enviar outro em {0} s': 'Enviar otro en {0} s',
  'Qual é o seu CPF?': '¿Cuál es su CPF?',
  'Com ele encontramos os seus documentos. Em seguida, um código confirma que é você.':
    'Con este número de contribuyente encontramos sus documentos. Después, un código confirma que es usted.',
  'Teclado numérico': 'Teclado numérico',
  '{0} número': counts('1 número', '{0} números'),
  Limpar: 'Borrar',
  'Apagar o último número': 'Borrar el último número',
  'Tempo restante': 'Tiempo restante',
  'Você ainda está aí?': '¿Sigue ahí?',
  'Para proteger os seus dados, esta tela se fecha em {0}. O que não foi assinado continua pendente.':
    'Para proteger sus datos, esta pantalla se cierra en {0}. Lo que no se firmó sigue pendiente.',
  '{0} segundo': counts('1 segundo', '{0} segundos'),
  'Encerrar agora': 'Terminar ahora',
  'Nada para assinar agora, {0}': 'Nada que firmar por ahora, {0}',
  'Quando alguém pedir a sua assinatura, o convite chega ao seu email.':
    'Cuando alguien le pida su firma, la invitación llegará a su correo.',
  Terminar: 'Terminar',
  'Olá, {0}': 'Hola, {0}',
  'Escolha o que quer ler e assinar primeiro.': 'Elija qué quiere leer y firmar primero.',
  'Pronto, você assinou': 'Listo, ha firmado',
  'A sua assinatura está registrada. Quando todos assinarem, o documento selado chega ao seu email.':
    'Su firma está registrada. Cuando todos firmen, el documento sellado llegará a su correo.',
  'Ver o outro pedido': 'Ver la otra solicitud',
  'Ver os outros {0} pedidos': 'Ver las otras {0} solicitudes',
  'Esta tela volta ao início em {0}.': 'Esta pantalla vuelve al inicio en {0}.',
  'Voltar ao início': 'Volver al inicio',
  Encerrar: 'Terminar visita',
  'Sem conexão. Estamos tentando de novo; você continua de onde parou.':
    'Sin conexión. Lo estamos intentando de nuevo; seguirá desde donde estaba.',
  'Termos da assinatura eletrônica': 'Términos de la firma electrónica',
  'Texto dos termos': 'Texto de los términos',
} satisfies Translated<typeof english>;
