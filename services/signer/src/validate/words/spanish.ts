import type { ValidationWords } from './words.ts';

export const spanish: ValidationWords = {
  printsOtherwise:
    'Atención: llegó con partes que aparecen solo en pantalla, solo en la impresión o solo en algunos lectores; revise cada forma.',
  partialCopy:
    'Copia parcial auténtica: este archivo es exactamente la copia que la plataforma selló, con las firmas hasta ese ' +
    'momento. El documento aún no estaba completo.',
  explanations: {
    genuine:
      'Documento auténtico e íntegro: este archivo es exactamente lo que la plataforma selló, sin ningún cambio.',
    'proofs-missing':
      'El documento es auténtico e íntegro, pero este archivo fue cortado y perdió pruebas de tiempo que el original ' +
      'tiene. Pida el archivo completo a quien lo envió.',
    'unsound-inside':
      'El sello de la plataforma es válido, pero antes de él el documento ya traía una firma que no se sostiene. El ' +
      'sello prueba que las personas de abajo firmaron este archivo tal como es; no prueba lo que decía aquella firma. ' +
      'No se base en ella: pida el original a quien la hizo.',
    'later-signature':
      'El documento sellado está entero y no cambió. Después del sello, alguien firmó este archivo por su cuenta: esa ' +
      'firma es de quien la hizo, y no tenemos parte en ella. Los motivos dicen si su certificado es reconocido.',
    'genuine-with-additions':
      'El documento sellado está entero dentro de este archivo. Lo que se agregó después del sello no cambia nada de lo ' +
      'que se ve: un fin de línea, o sellos de tiempo y datos de validación de terceros. No es parte de lo que se firmó.',
    tampered:
      'Documento posiblemente adulterado o no generado por la plataforma: trae señales de nuestro sello, pero el sello ' +
      'no coincide con el contenido. No confíe en este archivo; pida el original a quien lo envió.',
    'not-ours':
      'Este documento no fue sellado por esta plataforma. Nada podemos decir de él ni de otras firmas que pueda tener.',
    unreadable:
      'No fue posible leer este archivo como PDF. Puede estar dañado o incompleto, protegido por contraseña, o no ser ' +
      'un PDF. Descárguelo de nuevo e inténtelo otra vez.',
  },
  reasons: {
    'prints-otherwise':
      'El documento, que llegó firmado por otros, tiene partes que aparecen solo en pantalla, solo en la impresión o solo en algunos lectores.',
    'identical-to-issued': 'El archivo es idéntico a lo que la plataforma registró al sellarlo.',
    'begins-with-issued':
      'El comienzo del archivo es idéntico a un documento que la plataforma registró al sellarlo.',
    'cut-before-last-proofs':
      'El archivo es idéntico al comienzo de un documento registrado, sin las pruebas que están al final. Pida el archivo completo a quien lo envió.',
    'never-issued':
      'El sello es válido, pero ningún documento con este contenido consta en el registro de la plataforma.',
    'seal-does-not-hold': 'El archivo trae una firma en nombre de la plataforma que no se sostiene.',
    'trace-of-our-seal':
      'El archivo trae rastros del sello de la plataforma, sin un sello que se pueda verificar.',
    'too-complex': 'El archivo exige demasiado tiempo o memoria para leerlo.',

    'not-well-formed':
      'El archivo no sigue con rigor la estructura de un PDF, o está protegido por contraseña.',
    'no-signature': 'El documento no tiene ninguna firma digital.',
    'no-seal-of-ours': 'Ninguna de las firmas digitales del documento es de la plataforma.',
    'signature-not-indirect': 'La firma no está guardada como un objeto propio del archivo.',
    'sub-filter-unexpected': 'La firma no es del tipo que usa la plataforma.',
    'byte-range-malformed': 'La indicación de la parte firmada está mal formada.',
    'byte-range-not-the-gap': 'La parte dejada fuera de la firma no es exactamente su lugar.',
    'byte-range-not-the-revision': 'La firma no cubre el documento sellado por entero.',
    'contents-not-canonical': 'La firma no está escrita como la escribe la plataforma.',
    'padding-not-zero': 'El espacio reservado a la firma trae otros datos.',
    'cms-malformed': 'La firma digital está mal formada.',
    'cms-not-canonical': 'La firma digital difiere de la única forma en que la plataforma la escribe.',
    'content-type-unexpected': 'El tipo del contenido firmado no es el esperado.',
    'certificate-not-pinned': 'La firma cita un certificado del sello, pero no lo trae sin cambios.',
    'certificate-chain-broken': 'Un certificado de la firma no es conocido ni lo confirma su emisor.',
    'signing-certificate-mismatch': 'La firma no está ligada al certificado del sello.',
    'digest-mismatch': 'El contenido del documento fue cambiado después del sello.',
    'signature-mismatch': 'La firma digital no coincide con la clave del sello.',
    'signing-time-missing': 'La firma no trae el momento en que se hizo.',
    'signing-time-outside-certificate': 'El momento de la firma está fuera de la validez del certificado.',
    'certificate-revoked':
      'El certificado del sello fue revocado antes del primer momento en que se prueba que el sello ya existía.',
    'signature-time-stamp-invalid': 'El sello de tiempo del sello no es válido.',
    'signature-time-stamp-by-others':
      'El sello de tiempo del sello es de una autoridad en la que la plataforma no confía.',
    'bytes-after-seal':
      'Hay datos agregados, o cortados por la mitad, después de la última parte válida del archivo.',
    'end-of-line-added':
      'Se agregó un fin de línea al final del archivo, como hacen algunos servicios de correo; no cambia el documento.',
    'revision-not-well-formed': 'Un cambio hecho después del sello está mal formado.',
    'revision-without-signature': 'Un cambio hecho después del sello no está firmado.',
    'security-store-malformed':
      'El repositorio de datos de validación está mal formado o perdió lo que contenía.',
    'field-name-taken': 'Después del sello se incluyó un campo con el nombre de otro.',
    'time-stamp-invalid': 'Un sello de tiempo agregado después del sello no es válido.',
    'time-stamp-damaged':
      'Un sello de tiempo de una autoridad conocida fue cambiado después de hecho: el archivo fue dañado o adulterado al final.',
    'time-stamp-by-others':
      'Un sello de tiempo agregado después del sello es de una autoridad en la que la plataforma no confía, o no fue escrito por ella.',
    'time-stamp-order': 'Un sello de tiempo indica un momento anterior al de otro que abarca.',
    'validation-data-by-others':
      'Se agregaron datos de validación que no son los de la plataforma; no cambian el documento.',
    'validation-data-unverified':
      'Se agregaron datos de validación de quien no responde por los certificados del documento.',
    'changes-by-others':
      'Otro programa agregó sellos de tiempo o datos de validación; no cambian el documento.',
    'level-below-expected':
      'Faltan sellos de tiempo o datos de validación con los que el documento fue emitido.',
    'revisions-too-many': 'Hay demasiados cambios después del sello para verificarlos todos.',
    'trailer-changed': 'Un cambio hecho después del sello cambia la raíz del documento.',
    'object-changed': 'Un objeto del documento fue cambiado o incluido después del sello.',
    'object-freed': 'Un objeto del documento fue eliminado después del sello.',
    'reference-filled': 'Después del sello se incluyó un objeto que el documento sellado ya citaba.',
    'bytes-unaccounted': 'Un cambio hecho después del sello trae datos que no pertenecen a ningún objeto.',
    'later-signature-invalid': 'Una firma hecha después del sello no es válida.',
    'later-signature-present': 'Alguien firmó el documento después de que fue sellado.',
    'later-signature-stamp':
      'Alguien firmó el documento después de que fue sellado, con un sello visible que cubre parte de una página.',
    'later-signature-visible':
      'Una firma hecha después del sello dibuja en una página de un modo en que un sello de firma no puede dibujar.',
    'embedded-unsound': 'Una firma que el documento ya traía antes del sello no se sostiene.',
    'known-version-differs': 'El archivo no es la versión registrada ni una continuación de ella.',
  },
  signer: {
    'icp-brasil': (name) => `Firmó ${name}, con certificado de la ICP-Brasil.`,
    trusted: (name) => `Firmó ${name}, con certificado de una autoridad reconocida.`,
    'icp-brasil-claimed': (name) =>
      `El certificado dice ser de la ICP-Brasil y de “${name}”, lo que no fue comprobado aquí.`,
    unknown: (name) =>
      `Certificado no reconocido: el nombre no fue comprobado. El certificado dice “${name}”, y cualquier persona puede hacer uno así.`,
  },
  unproven: (name) => `${name} (nombre no comprobado)`,
  note: (note) => `La firma ${note}.`,
  notes: {
    format: 'no está escrita como una firma digital de PDF y no se puede verificar',
    'not-whole': 'cubre solo una parte del archivo',
    'digest-mismatch': 'no es válida: el contenido cambió después de hecha',
    'signature-mismatch': 'no coincide con la clave de quien consta como firmante',
    'seal-broken': 'usa el certificado del sello de esta plataforma y no es un sello suyo',
    'changed-after': 'se hizo sobre un documento que cambió después de un modo que ella no permite',
    unlisted: 'aparece en algunos lectores de PDF y en otros no',
    'too-many': 'está entre más firmas de las que se pueden verificar',
    revoked: 'se hizo con un certificado que ya estaba revocado',
    'not-yet-valid': 'se hizo antes de que el certificado fuera válido',
    'revoked-unproven': 'usa un certificado revocado, y nada prueba que se hizo antes de eso',
    expired: 'usa un certificado vencido, y nada prueba que se hizo antes del vencimiento',
    'time-outside-certificate': 'indica un momento fuera de la validez del certificado',
    'weak-algorithm': 'usa un algoritmo o una clave que ya no son seguros',
    'other-certificate': 'se hizo para otro certificado, que no es el que la acompaña',
    'no-certificate': 'no trae el certificado de quien firmó',
    unsupported: 'es de un tipo que esta plataforma no sabe verificar',
    'filled-after': 'permite llenar el formulario, y hay campos llenados después de ella',
    'covered-by-stamp': 'tiene parte de lo que cubre tapada por el sello visible de una firma posterior',
    'never-issued': 'usa la clave del sello de esta plataforma en un documento que nunca selló',
  },
  objects: {
    catalog: 'raíz del documento',
    form: 'formulario',
    'security store': 'repositorio de datos de validación',
    'list of annotations': 'lista de anotaciones',
    'document information': 'información del documento',
    array: 'lista',
    value: 'valor',
  },
  patterns: [
    [/^page (\d+)$/, 'página $1'],
    [/^field (.+)$/, 'campo $1'],
    [/^document-time-stamp of (.+)$/, 'sello de tiempo del campo $1'],
    [/^signature of (.+)$/, 'firma del campo $1'],
    [/^stream \((.+)\)$/, 'contenido ($1)'],
    [/^stream$/, 'contenido'],
    [/^dictionary \((.+)\)$/, 'diccionario ($1)'],
    [/^dictionary$/, 'diccionario'],
  ],
  rules: {
    'cross-reference-stream': 'índice del archivo',
    'object-stream': 'grupo de objetos',
    'same-value': 'sin cambio de contenido',
    'security-store': 'datos de validación',
    'time-stamp-field': 'campo del sello de tiempo',
    'time-stamp-extras': 'parte del sello de tiempo',
    'signature-object': 'firma',
    'signed-field': 'campo de la firma',
    catalog: 'raíz, para la firma o las pruebas',
    'catalog-version': 'versión del formato',
    metadata: 'metadatos',
    form: 'formulario, para la firma',
    'field-list': 'lista de campos, para la firma',
    'page-annotations': 'página, para la firma',
    'annotation-list': 'lista de anotaciones, para la firma',
    'document-information': 'información del documento',
    'unreached-form': 'dibujo vacío que nada usa',
  },
};
