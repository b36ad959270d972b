import type { terms as english, termsInForce as englishTerms } from '../en/terms.ts';
import type { Translated } from '../translated.ts';

export const terms = {
  'Termos e privacidade': 'Términos y privacidad',
  'Versão de {0}. O que acontece quando você assina, e com os seus dados.':
    'Versión de {0}. Qué sucede cuando usted firma, y con sus datos.',
  'Esta não é a versão em vigor': 'Esta no es la versión vigente',
  'Ela vale para quem assinou enquanto estava em vigor.':
    'Vale para quienes firmaron mientras estaba vigente.',
  'Ler a versão de {0}': 'Leer la versión de {0}',
  'Nesta página': 'En esta página',
  Versões: 'Versiones',
  'Cada assinatura guarda a versão que foi aceita. Todas continuam aqui.':
    'Cada firma conserva la versión que se aceptó. Todas siguen aquí.',
  'Versão de {0}': 'Versión de {0}',
  ', em vigor': ', vigente',
  'Esta é uma tradução': 'Esta es una traducción',
  'Este é o texto que vale': 'Este es el texto que vale',
  'Ler em português': 'Leer en portugués',
  'Ler a tradução': 'Leer la traducción',
  'O texto em português é o que vale. Ele é o que cada assinatura registra.':
    'El texto en portugués es el que vale. Es el que cada firma registra.',
  'Esta versão está só em português': 'Esta versión está solo en portugués',
  'Ela não está mais em vigor, e vale como está para quem assinou com ela.':
    'Ya no está vigente, y vale como está para quienes firmaron con ella.',
  'Lacre, página inicial': 'Lacre, página de inicio',
  Entrar: 'Iniciar sesión',
  'Abrir o painel': 'Abrir el panel',
  'Pular para o conteúdo': 'Ir al contenido',
  'Lacre, assinaturas eletrônicas com prova.': 'Lacre, firmas electrónicas con prueba.',
  'No celular': 'En el celular',
} satisfies Translated<typeof english>;

export const termsInForce = {
  '2026-11-30/assinatura/title': 'Qué es firmar aquí',
  '2026-11-30/assinatura/0':
    'Al firmar, usted declara que leyó el documento mostrado en la pantalla y que está de acuerdo con él. Según la ley brasileña, la firma electrónica tiene validez jurídica entre las partes que la aceptan (Medida Provisoria 2.200-2/2001, art. 10, §2, y Ley 14.063/2020).',
  '2026-11-30/assinatura/1':
    'Quien pide la firma define quiénes participan y qué debe mostrar cada persona. Usted puede rechazar, diciendo el motivo, y el rechazo queda registrado del mismo modo.',
  '2026-11-30/registro/title': 'Qué queda registrado',
  '2026-11-30/registro/0':
    'Nombre, CPF, correo electrónico, la parte en que participa, fecha y hora, dirección de red (IP), navegador y dispositivo, el resumen criptográfico (SHA-256) del documento mostrado y la versión de estos términos. Cuando quien pidió la firma lo exige, también su ubicación; en ese caso avisamos antes de pedir el permiso del navegador. Si usted dibuja su firma, el dibujo queda en la página de firmas; no sirve para reconocer a nadie.',
  '2026-11-30/registro/1':
    'También queda registrado cuándo usted abre cada documento por primera vez y cuándo dice que lo leyó: fecha y hora, dispositivo, dirección de red y cuántas páginas se mostraron. Quien pidió la firma ve esos registros, y quedan en la página de firmas.',
  '2026-11-30/registro/2':
    'Quien no sabe leer o escribir, o no puede firmar, puede pedir a otra persona que firme en su nombre (en Brasil, “a rogo”) ante dos testigos. En ese caso quedan registrados también el nombre y el CPF de quien lo pidió, por qué no firma, y las declaraciones de quien firma por esa persona y de los testigos; todo eso aparece en la página de firmas.',
  '2026-11-30/registro/3':
    'Si quien pidió la firma exige su rostro, pedimos antes su consentimiento y decimos para qué sirve, cuánto tiempo se guarda y qué otra forma de firmar existe. Las fotos y el modelo del rostro quedan cifrados y nunca entran en el documento, que lleva solo el resultado de la comparación. Usted puede ver y borrar lo que guardamos en cualquier momento.',
  '2026-11-30/registro/4':
    'Esos datos componen la página de firmas y la línea de tiempo del proceso. Sirven para probar la firma, y no se usan para publicidad ni se venden.',
  '2026-11-30/lacre/title': 'El documento sellado',
  '2026-11-30/lacre/0':
    'Reunidas las firmas, el PDF recibe un sello digital. El contenido original no cambia, y cualquier alteración posterior se percibe en la página de validación. El archivo enviado para validación se verifica y se descarta: no guardamos copia.',
  '2026-11-30/privacidade/title': 'Sus datos personales',
  '2026-11-30/privacidade/0':
    'El tratamiento sigue la Ley General de Protección de Datos de Brasil (Ley 13.709/2018). La organización que pide la firma decide para qué sirven los datos; la plataforma los trata en su nombre.',
  '2026-11-30/privacidade/1':
    'Usted puede pedir acceso, corrección o eliminación de sus datos a la organización que envió el documento. En la validación pública, nombres y CPF aparecen enmascarados.',
  '2026-11-30/aparelho/title': 'Qué guardamos en su dispositivo',
  '2026-11-30/aparelho/0':
    'Una cookie de sesión, para mantener su sesión abierta, y preferencias de pantalla (tema, menú contraído y la dirección de acceso de su cuenta). No hay rastreadores.',
  '2026-11-30/aparelho/1':
    'El único contenido de otro sitio es la traducción a Libras, la lengua de señas brasileña, cuando quien pidió la firma la ofrece y usted decide abrirla. Los textos que elija, que pueden tener nombres y datos del documento, y la dirección IP de su dispositivo van entonces al servicio de traducción. Decimos antes cuál es, y no guardamos lo que eligió.',
} satisfies Translated<typeof englishTerms>;
