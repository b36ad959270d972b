import type { libras as english } from '../en/libras.ts';
import type { Translated } from '../translated.ts';

export const libras = {
  'VLibras, do governo federal ({0})': 'VLibras, del gobierno federal de Brasil ({0})',
  'VLibras instalado em {0}': 'VLibras instalado en {0}',
  'Os textos que você escolher aqui, também os do documento, são enviados ao {0}, que os mostra em Libras.':
    'Los textos que elija aquí, también los del documento, se envían a {0}, que muestra el portugués en Libras, la lengua de señas brasileña.',
  'Além do texto escolhido, ele fica sabendo o endereço IP do seu aparelho e o deste site. Não alcança o resto da página nem assina por você. Até você abrir, nada é enviado.':
    'Además del texto elegido, conoce la dirección IP de su dispositivo y la de este sitio. No alcanza el resto de la página ni firma por usted. Hasta que lo abra, no se envía nada.',
  'Abrir o VLibras': 'Abrir VLibras',
  'O VLibras não respondeu': 'VLibras no respondió',
  'Nada se perdeu: feche este quadro e continue de onde estava, ou tente de novo.':
    'No se perdió nada: cierre este cuadro y continúe donde estaba, o inténtelo de nuevo.',
  'Tradução em Libras': 'Traducción a Libras',
  'Carregando o VLibras…': 'Cargando VLibras…',
  'Escolha um texto para ver em Libras.': 'Elija un texto para verlo en Libras.',
  'Texto enviado ao VLibras.': 'Texto enviado a VLibras.',
  'Aqui não há texto para traduzir.': 'Aquí no hay texto para traducir.',
  'Página {0}': 'Página {0}',
  'Textos desta página': 'Textos de esta página',
} satisfies Translated<typeof english>;
