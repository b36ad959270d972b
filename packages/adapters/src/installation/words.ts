import type { LogPlace, StoreFacts, StoreKind, StoreName } from './facts.ts';
import type { Fault } from './judge.ts';
import { serverText } from './log-place.ts';

const NOTHING_WRITTEN = 'Nada foi escrito.';
const ADOPT =
  'Se ele foi restaurado de propósito, encerre todos os processos do Lacre e aceite-o com: lacre log adopt --reason MOTIVO. Se não, restaure a cópia mais recente do registro.';
const REBUILD = 'Encerre todos os processos do Lacre e refaça os modelos de leitura com: lacre rebuild.';

/** An address that nothing can be shown of has no place. */
const inServer = (at: string): string => (at === '' ? 'no KurrentDB' : `em ${at}`);

/** `o registro em esdb.exemplo:2113`; the setting it comes from goes with it. */
const theLog = ({ kind, at }: LogPlace): string =>
  kind === 'kurrentdb'
    ? `o registro ${inServer(at)} (EVENT_STORE_URL)`
    : 'o registro no banco de dados (DATABASE_URL)';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const STORES: Readonly<Record<StoreName, string>> = {
  keys: 'a guarda das chaves dos dados pessoais',
  blobs: 'a pasta de arquivos',
  'seal-keys': 'a pasta de chaves do selo',
};
const theStore = ({ name, kind, where }: StoreFacts): string =>
  `${kind === 's3' ? 'a guarda de arquivos' : STORES[name]} (${where})`;
const SETTINGS: Readonly<Record<StoreKind, string>> = {
  database: 'Confira DATABASE_URL',
  folder: 'Confira DATA_DIR (--data)',
  s3: 'Confira S3_URL',
};

/** Files are in a bucket and no bucket is named, or the other way round. */
function elsewhereWords({ store, place }: Extract<Fault, { code: 'store-elsewhere' }>): string {
  return place.kind === 's3'
    ? `os arquivos desta instalação ficam em ${place.where}, e S3_URL não está definida. Defina S3_URL, ou traga-os antes para ${store.where} com: lacre blobs move --to folder. ${NOTHING_WRITTEN}`
    : `os arquivos desta instalação ficam em ${place.where}, e S3_URL indica ${store.where}. Retire S3_URL, ou mova-os antes com: lacre blobs move --to ENDEREÇO. ${NOTHING_WRITTEN}`;
}

/** An empty log: mostly a setting that was forgotten, or one too many. */
function emptyWords({ known, place }: Extract<Fault, { code: 'log-empty' }>): string {
  if (known === undefined)
    return `${theLog(place)} está vazio, e o banco de dados já é de uma instalação. Confira EVENT_STORE_URL, ou restaure o registro da cópia de segurança. Nenhum registro novo foi iniciado.`;
  const { log, installationId } = known;
  if (log.kind === 'kurrentdb' && place.kind === 'postgres')
    return `EVENT_STORE_URL não está definida, e o registro da instalação ${installationId} fica no ${serverText(log.at)}. Defina EVENT_STORE_URL. Nenhum registro novo foi iniciado.`;
  if (log.kind === 'postgres' && place.kind === 'kurrentdb')
    return `EVENT_STORE_URL aponta para um registro vazio ${inServer(place.at)}, e o registro da instalação ${installationId} fica no banco de dados. Retire EVENT_STORE_URL, ou copie antes o registro com: lacre log copy. Nenhum registro novo foi iniciado.`;
  const before = log.at === place.at ? '' : ` (até aqui ficava ${inServer(log.at)})`;
  return `${theLog(place)} está vazio, e o banco de dados é da instalação ${installationId}${before}. Confira EVENT_STORE_URL e EVENT_STORE_PREFIX, ou restaure o registro da cópia de segurança. Nenhum registro novo foi iniciado.`;
}

/** Also for an operator who copies a log to a server. */
export const nestedWords = ({ place, prefix, other }: Extract<Fault, { code: 'prefix-nested' }>): string =>
  `no KurrentDB em ${place.at} já há uma instalação com o prefixo ${other}, e o desta é ${prefix}: nenhum dos dois pode começar pelo outro. Escolha outro prefixo (EVENT_STORE_PREFIX). Nenhum registro novo foi iniciado.`;

/** One line for the operator: what does not fit, and the way on. */
export function wordsOf(fault: Fault): string {
  return capital(sentenceOf(fault));
}

function sentenceOf(fault: Fault): string {
  switch (fault.code) {
    case 'log-empty':
      return emptyWords(fault);
    case 'log-of-another':
      return `${theLog(fault.place)} é da instalação ${fault.installationId}, e o banco de dados é da instalação ${fault.known.installationId}. Confira EVENT_STORE_URL e DATABASE_URL. ${NOTHING_WRITTEN}`;
    case 'log-without-identity':
      return `${theLog(fault.place)} tem eventos e não diz de que instalação é: não é o da instalação ${fault.known.installationId}, ou perdeu o início. Confira EVENT_STORE_URL, ou restaure o registro inteiro. ${NOTHING_WRITTEN}`;
    case 'log-older': {
      const ahead = fault.ahead.length === 0 ? '' : ` (${fault.ahead.join(', ')})`;
      return `${theLog(fault.place)} é mais antigo que os modelos de leitura${ahead}: falta o fim dele. ${ADOPT} ${NOTHING_WRITTEN}`;
    }
    case 'log-cut':
      return `${theLog(fault.place)} foi cortado ou trocado: falta o último evento que esta instalação confirmou. ${ADOPT} ${NOTHING_WRITTEN}`;
    case 'log-unfinished':
      return `${theLog(fault.place)} é uma cópia que não foi concluída; o desta instalação fica ${fault.known.log.kind === 'kurrentdb' ? `no ${serverText(fault.known.log.at)}. Defina EVENT_STORE_URL` : 'no banco de dados. Retire EVENT_STORE_URL'}, ou conclua a cópia com: lacre log copy. Para ficar com ela como está, sem o que lhe falte, com todos os processos do Lacre encerrados: lacre log adopt --reason MOTIVO. ${NOTHING_WRITTEN}`;
    case 'log-moved':
      return `${theLog(fault.place)} foi copiado para ${fault.to === 'kurrentdb' ? 'o KurrentDB' : 'o banco de dados'} e encerrado: o que viesse depois só ficaria aqui. ${fault.to === 'kurrentdb' ? 'Defina EVENT_STORE_URL' : 'Retire EVENT_STORE_URL'}; se a cópia foi interrompida, repita lacre log copy. Para voltar a este registro e perder o que só esteja no outro, com todos os processos do Lacre encerrados: lacre log adopt --reason MOTIVO. ${NOTHING_WRITTEN}`;
    case 'changed-in-use':
      return `${theLog(fault.place)} foi adotado, copiado ou trocado, com o banco de dados, enquanto este processo o usava. Inicie o processo de novo.`;
    case 'prefix-nested':
      return nestedWords(fault);
    case 'database-empty': {
      const whose = fault.installationId === undefined ? '' : ` da instalação ${fault.installationId}`;
      return `o banco de dados (DATABASE_URL) está vazio, e ${theLog(fault.place)} tem eventos${whose}: as chaves dos dados pessoais e as contas ficam no banco. Confira DATABASE_URL, ou restaure o banco da cópia de segurança. ${NOTHING_WRITTEN}`;
    }
    case 'database-without-identity':
      return `o banco de dados (DATABASE_URL) não diz de que instalação é, e ${theLog(fault.place)} já é da instalação ${fault.installationId}: o banco é de outra instalação, ou uma cópia antiga demais. Restaure a cópia mais recente do banco. ${NOTHING_WRITTEN}`;
    case 'database-before-adoption':
      return `o banco de dados (DATABASE_URL) é de antes de ${theLog(fault.place)} ter sido restaurado ou copiado. ${REBUILD} ${NOTHING_WRITTEN}`;
    case 'database-older':
      return `o banco de dados (DATABASE_URL) é mais antigo que o registro: faltam as chaves dos dados pessoais de ${fault.keysLacking === 1 ? '1 pessoa' : `${fault.keysLacking} pessoas`} de que o registro fala. Restaure a cópia mais recente do banco. ${NOTHING_WRITTEN}`;
    case 'database-behind':
      return `o banco de dados (DATABASE_URL) é mais antigo que o registro${fault.store === undefined ? '' : ` e que ${theStore(fault.store)}`}: o que ele guardou depois da cópia falta. Restaure a cópia mais recente do banco, ou fique com esta, com todos os processos do Lacre encerrados: lacre log adopt --reason MOTIVO. ${NOTHING_WRITTEN}`;
    case 'checkpoints-misplaced':
      return `modelos de leitura estão num lugar que o registro não tem (${fault.names.join(', ')}). ${REBUILD} ${NOTHING_WRITTEN}`;
    case 'store-of-another':
      return `${theStore(fault.store)} é da instalação ${fault.installationId}, e não desta. ${SETTINGS[fault.store.kind]}. ${NOTHING_WRITTEN}`;
    case 'store-without-mark':
      return `${theStore(fault.store)} está vazia ou não é a da instalação ${fault.installationId}. ${SETTINGS[fault.store.kind]}, ou restaure-a da cópia de segurança. ${NOTHING_WRITTEN}`;
    case 'store-older':
      return `${theStore(fault.store)} é uma cópia mais antiga que o banco de dados: o que chegou depois dela falta. Restaure a cópia mais recente, ou fique com esta, com todos os processos do Lacre encerrados: lacre log adopt --reason MOTIVO. ${NOTHING_WRITTEN}`;
    case 'store-elsewhere':
      return elsewhereWords(fault);
    case 'store-alone':
      return `${theStore(fault.store)} já é de uma instalação, e o registro e o banco de dados estão vazios. Confira DATABASE_URL e EVENT_STORE_URL, ou restaure os dois da cópia de segurança. Nenhum registro novo foi iniciado.`;
  }
}
