import { counts } from '../counts.ts';

/** Of parts that all screens share. */
export const shared = {
  'Usar tema claro': 'Use light theme',
  'Usar tema escuro': 'Use dark theme',
  'Este endereço não existe': 'This address does not exist',
  'Tentar de novo': 'Try again',
  'Ir para o início': 'Go to the home page',
  'Confira o endereço, ou peça acesso ao seu supervisor.':
    'Check the address, or ask your supervisor for access.',
  'Carregando a página': 'Loading the page',
  'Carregando…': 'Loading…',
  'Nada do que você preencheu se perdeu.': 'Nothing you filled in was lost.',
  'Aguarde {0} e tente de novo.': 'Wait {0} and try again.',
  'Código para o suporte: {0}': 'Code for support: {0}',
  '{0} segundos': counts('1 second', '{0} seconds'),
  '{0} minutos': counts('1 minute', '{0} minutes'),
  Avisos: 'Notices',
  'Dispensar aviso': 'Dismiss notice',
  '(opcional)': '(optional)',
  'Não foi possível abrir': 'It could not be opened',
  'Confira sua internet e tente de novo.': 'Check your internet connection and try again.',
  'Abrindo…': 'Opening…',
  'O Lacre foi atualizado': 'Lacre has been updated',
  'Para abrir isto é preciso recarregar a página. O que você digitou nela e ainda não salvou se perde.':
    'To open this, the page must be reloaded. What you typed on it and have not saved is lost.',
  'Recarregar a página': 'Reload the page',
  'Agora não': 'Not now',
  'Não foi possível abrir esta parte': 'This part could not be opened',
  'Há uma versão nova: recarregue a página para continuar.':
    'There is a new version: reload the page to continue.',
  'Descartar o que você digitou?': 'Discard what you typed?',
  'Nada foi salvo ainda.': 'Nothing has been saved yet.',
  Descartar: 'Discard',
  'Continuar editando': 'Keep editing',
  Fechar: 'Close',
  Idioma: 'Language',
  'Na impressão, sai diferente da tela': 'It prints differently from the screen',
  'Este arquivo tem partes que aparecem só na tela, só no papel ou só em alguns leitores e, como já chegou assinado, não pode ser corrigido aqui. Antes de assinar, confira também uma impressão.':
    'Parts of this file show only on screen, only on paper or only in some readers. As it came here already signed, it cannot be corrected. Before you sign, check a printout too.',
  '{0} números': '{0} digits',
  'Código de {0} números': '{0}-digit code',
  ', no horário de Brasília': ' (Brasília time)',
  '{0} documento': counts('1 document', '{0} documents'),
};
