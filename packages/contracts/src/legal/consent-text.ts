import { TERMS_VERSION, type TermsVersion } from './terms.ts';

/** The text that people accept when they sign, once for the page of policies, the act and the evidence of it. */
export interface TermsSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Beside the box that is ticked to sign; the middle part leads to the terms. */
export const CONSENT_STATEMENT = [
  'Li e concordo com o conteúdo e com os ',
  'termos da assinatura eletrônica',
  '.',
] as const;

/** Versions are named by their day, or month. */
const isSince = (first: TermsVersion, version: TermsVersion): boolean => version >= first;

/** The terms as they stood in a version. Texts that signatures were made under never change. */
export function termsSections(version: TermsVersion = TERMS_VERSION): readonly TermsSection[] {
  const isFirst = version === '2026-11';
  const saysReading = isSince('2026-11-28', version);
  const saysAtRequest = isSince('2026-11-29', version);
  const saysLibras = isSince('2026-11-30', version);
  return [
    {
      id: 'assinatura',
      title: 'O que é assinar aqui',
      paragraphs: [
        'Ao assinar, você declara que leu o documento mostrado na tela e concorda com ele. A assinatura eletrônica tem ' +
          'validade jurídica entre as partes que a aceitam (Medida Provisória 2.200-2/2001, art. 10, §2º, e Lei ' +
          '14.063/2020).',
        'Quem pede a assinatura define quem participa e o que cada pessoa precisa mostrar. Você pode recusar, dizendo o ' +
          'motivo, e a recusa fica registrada do mesmo modo.',
      ],
    },
    {
      id: 'registro',
      title: 'O que fica registrado',
      paragraphs: [
        'Nome, CPF, e-mail, a parte em que participa, data e hora, endereço de rede (IP), navegador e aparelho, o resumo ' +
          'criptográfico (SHA-256) do documento exibido e a versão destes termos. Quando quem pediu a assinatura exige, ' +
          'também a sua localização; nesse caso, avisamos antes de pedir a permissão do navegador.' +
          (isFirst
            ? ''
            : ' Se você desenhar a sua assinatura, o desenho fica na página de assinaturas; ele não serve para reconhecer ' +
              'ninguém.'),
        ...(saysReading
          ? [
              'Também fica registrado quando você abre cada documento pela primeira vez e quando diz que o leu: data e ' +
                'hora, aparelho, endereço de rede e quantas páginas foram mostradas. Quem pediu a assinatura vê esses ' +
                'registros, e eles ficam na página de assinaturas.',
            ]
          : []),
        ...(saysAtRequest
          ? [
              'Quem não sabe ler ou escrever, ou não pode assinar, pode pedir a outra pessoa que assine em seu nome, a rogo, ' +
                'diante de duas testemunhas. Nesse caso ficam registrados também o nome e o CPF de quem pediu, por que não ' +
                'assina, e as declarações de quem assina a rogo e das testemunhas; tudo isso aparece na página de ' +
                'assinaturas.',
            ]
          : []),
        ...(isFirst
          ? []
          : [
              'Se quem pediu a assinatura exige o seu rosto, pedimos antes o seu consentimento e dizemos para que ele ' +
                'serve, por quanto tempo fica guardado e que outra forma de assinar existe. As fotos e o modelo do rosto ' +
                'ficam cifrados e nunca entram no documento, que leva apenas o resultado da comparação. Você pode ver e ' +
                'apagar o que guardamos a qualquer momento.',
            ]),
        'Esses dados compõem a página de assinaturas e a linha do tempo do processo. Servem para provar a assinatura, e ' +
          'não são usados para publicidade nem vendidos.',
      ],
    },
    {
      id: 'lacre',
      title: 'O documento lacrado',
      paragraphs: [
        'Reunidas as assinaturas, o PDF recebe um selo digital. O conteúdo original não muda, e qualquer alteração ' +
          'posterior é percebida na página de validação. O arquivo enviado para validação é conferido e descartado: não ' +
          'guardamos cópia.',
      ],
    },
    {
      id: 'privacidade',
      title: 'Seus dados pessoais',
      paragraphs: [
        'O tratamento segue a Lei Geral de Proteção de Dados (Lei 13.709/2018). A organização que pede a assinatura decide ' +
          'para quê os dados servem; a plataforma os trata em nome dela.',
        'Você pode pedir acesso, correção ou eliminação dos seus dados à organização que enviou o documento. Na validação ' +
          'pública, nomes e CPFs aparecem mascarados.',
      ],
    },
    {
      id: 'aparelho',
      title: 'O que guardamos no seu aparelho',
      paragraphs: [
        'Um cookie de sessão, para manter você conectado, e preferências de tela (tema, menu recolhido e o endereço de ' +
          'acesso da sua conta). Não há rastreadores' +
          (saysLibras ? '.' : ' nem conteúdo de outros sites.'),
        ...(saysLibras
          ? [
              'O único conteúdo de outro site é a tradução em Libras, quando quem pediu a assinatura a oferece e você decide ' +
                'abri-la. Os textos que você escolher, que podem ter nomes e dados do documento, e o endereço IP do seu ' +
                'aparelho vão então para o serviço de tradução. Dizemos antes qual é ele, e não guardamos o que você ' +
                'escolheu.',
            ]
          : []),
      ],
    },
  ];
}

/** What a signature accepts, as one text: the statement that is ticked, then the terms it names. Its hash is recorded. */
export const consentText = (version: TermsVersion): string =>
  [
    CONSENT_STATEMENT.join(''),
    `Termos e privacidade, versão ${version}`,
    ...termsSections(version).map(({ title, paragraphs }) => [title].concat(paragraphs).join('\n\n')),
  ].join('\n\n');

/** SHA-256 of {@link consentText} in UTF-8, by version; a test recomputes them. */
export const CONSENT_SHA256: Readonly<Record<TermsVersion, string>> = {
  '2026-11-30': '3fd2ec273f6b074422a31c3b9356e2b931b04d2d55a5a30fa933355acbdaa7a3',
  '2026-11-29': '70f4c8a751a85f7fd2118c2b7d909724b4b4b6addb2ee1107be243705b8c89ec',
  '2026-11-28': 'd9bff627b926b2fce0963bd084ae6b775991605d99a63bb2926916dcd4e52e6d',
  '2026-11-22': '610d364a6702d834e5447ecdebc292ade85a896347b04069a46041c20e3f3e56',
  '2026-11': '1a8d7261800632345902960ba789c9a622891cfbd44440cd2a00eefd0a511350',
};
