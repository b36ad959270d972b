import { FACE_FIGURES } from '@lacre/contracts/face-figures';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { formatDate } from '@/lib/format/format.ts';

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });
const percent = (value: number): string => `${number.format(value)}%`;

/** What the least similarity means for people of different origin, from the measured figures. */
export function SimilarityFigures() {
  const { similarity, groups, falseMatch, falseNonMatch, pictures, people, peopleByGroup, measuredAt } =
    FACE_FIGURES;
  return (
    <Callout className="mt-5" tone="warning" title="O rosto não protege todas as pessoas por igual">
      <div className="flex flex-col gap-3">
        <p>
          Com a semelhança em {similarity}, o programa deste servidor confundiu com mais frequência pessoas do
          leste da Ásia entre si. A tabela mostra quantas comparações entre pessoas diferentes do mesmo grupo
          passariam por uma só.
        </p>
        <table className="w-full max-w-md text-left tabular">
          <thead>
            <tr className="border-b border-warning-line">
              <th scope="col" className="py-1.5 pr-4 font-semibold">
                Grupo
              </th>
              <th scope="col" className="py-1.5 text-right font-semibold">
                Estranhos aceitos
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, falseMatch: rate, isBound }) => (
              <tr key={group} className="border-b border-warning-line last:border-0">
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {group}
                </th>
                <td className="py-1.5 text-right">
                  {isBound ? 'até ' : ''}
                  {percent(rate)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          No conjunto todo ({number.format(pictures)} fotos de cerca de {people} pessoas), passariam{' '}
          {percent(falseMatch)} dos estranhos, e a própria pessoa seria recusada em{' '}
          {percent(falseNonMatch[1])} das vezes com uma foto cadastrada, ou {percent(falseNonMatch[3])} com
          três. Um valor maior aceita menos estranhos em todos os grupos e recusa mais vezes a própria pessoa.
        </p>
        <p>
          Medido em {formatDate(measuredAt)}, com {peopleByGroup[0]} a {peopleByGroup[1]} figuras públicas por
          grupo: são poucas, e não havia fotos de brasileiros nem de celular. Por isso o rosto é um fator a
          mais, nunca o único. Se muitas das suas pessoas são de um grupo mais confundido, peça também o
          código de uso único.
        </p>
      </div>
    </Callout>
  );
}
