import { counts } from '../counts.ts';
import type { shared as english } from '../en/shared.ts';
import type { Translated } from '../translated.ts';

/** Of parts that all screens share. */
export const shared = {
  'Usar tema claro': 'Usar tema claro',
  'Usar tema escuro': 'Usar tema oscuro',
  'Este endereço não existe': 'Esta dirección no existe',
  'Tentar de novo': 'Intentar de nuevo',
  'Ir para o início': 'Ir al inicio',
  'Confira o endereço, ou peça acesso ao seu supervisor.':
    'Revise la dirección o pida acceso a su supervisor.',
  'Carregando a página': 'Cargando la página',
  'Carregando…': 'Cargando…',
  'Nada do que você preencheu se perdeu.': 'No se perdió nada de lo que completó.',
  'Aguarde {0} e tente de novo.': 'Espere {0} e inténtelo de nuevo.',
  'Código para o suporte: {0}': 'Código para soporte: {0}',
  '{0} segundos': counts('1 segundo', '{0} segundos'),
  '{0} minutos': counts('1 minuto', '{0} minutos'),
  Avisos: 'Avisos',
  'Dispensar aviso': 'Descartar aviso',
  '(opcional)': '(opcional)',
  'Não foi possível abrir': 'No se pudo abrir',
  'Confira sua internet e tente de novo.': 'Revise su conexión a internet e inténtelo de nuevo.',
  'Abrindo…': 'Abriendo…',
  'O Lacre foi atualizado': 'Lacre se actualizó',
  'Para abrir isto é preciso recarregar a página. O que você digitou nela e ainda não salvou se perde.':
    'Para abrir esto hay que recargar la página. Lo que escribió en ella y aún no guardó se pierde.',
  'Recarregar a página': 'Recargar la página',
  'Agora não': 'Ahora no',
  'Não foi possível abrir esta parte': 'No se pudo abrir esta parte',
  'Há uma versão nova: recarregue a página para continuar.':
    'Hay una versión nueva: recargue la página para continuar.',
  'Descartar o que você digitou?': '¿Descartar lo que escribió?',
  'Nada foi salvo ainda.': 'Aún no se guardó nada.',
  Descartar: 'Descartar',
  'Continuar editando': 'Seguir editando',
  Fechar: 'Cerrar',
  Idioma: 'Idioma',
  'Na impressão, sai diferente da tela': 'Al imprimir, sale distinto de la pantalla',
  'Este arquivo tem partes que aparecem só na tela, só no papel ou só em alguns leitores e, como já chegou assinado, não pode ser corrigido aqui. Antes de assinar, confira também uma impressão.':
    'Este archivo tiene partes que aparecen solo en pantalla, solo en papel o solo en algunos lectores. Como llegó ya firmado, no se puede corregir aquí. Antes de firmar, revise también una impresión.',
  '{0} números': '{0} números',
  'Código de {0} números': 'Código de {0} números',
  ', no horário de Brasília': ' (hora de Brasilia)',
  '{0} documento': counts('1 documento', '{0} documentos'),
} satisfies Translated<typeof english>;
