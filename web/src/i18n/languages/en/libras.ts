/** Of the translation to Libras, the Brazilian sign language. */
export const libras = {
  'VLibras, do governo federal ({0})': 'VLibras, of Brazil’s federal government ({0})',
  'VLibras instalado em {0}': 'VLibras at {0}',
  'Os textos que você escolher aqui, também os do documento, são enviados ao {0}, que os mostra em Libras.':
    'The texts you choose here, also those of the document, are sent to {0}, which shows Portuguese in Libras, the Brazilian sign language.',
  'Além do texto escolhido, ele fica sabendo o endereço IP do seu aparelho e o deste site. Não alcança o resto da página nem assina por você. Até você abrir, nada é enviado.':
    'Besides the text you choose, it learns your device’s IP address and the address of this site. It cannot reach the rest of the page, nor sign for you. Until you open it, nothing is sent.',
  'Abrir o VLibras': 'Open VLibras',
  'O VLibras não respondeu': 'VLibras did not answer',
  'Nada se perdeu: feche este quadro e continue de onde estava, ou tente de novo.':
    'Nothing was lost: close this panel and go on where you were, or try again.',
  'Tradução em Libras': 'Translation in Libras',
  'Carregando o VLibras…': 'Loading VLibras…',
  'Escolha um texto para ver em Libras.': 'Choose a text to see in Libras.',
  'Texto enviado ao VLibras.': 'Text sent to VLibras.',
  'Aqui não há texto para traduzir.': 'There is no text to translate here.',
  'Página {0}': 'Page {0}',
  'Textos desta página': 'Texts on this page',
};
