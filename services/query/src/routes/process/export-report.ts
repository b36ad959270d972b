import { brasiliaDay, reportFigures, REPORT_FIGURES } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { aboutExport, inBrasilia } from '../../exports/about-export.ts';
import { EXPORT_PAGE, pagesBy, sendExport, type Exported } from '../../exports/send-export.ts';
import {
  awaitedAfter,
  volumeAfter,
  type AwaitedLine,
  type AwaitedPlace,
  type VolumeLine,
  type VolumePlace,
} from '../../views/report-export.ts';
import { reportScope } from '../../views/report-view.ts';

const VOLUME: Exported<VolumeLine>['columns'] = [
  ['Mês', ({ month }) => month],
  ['Empresa', ({ companyName }) => companyName],
  ['CNPJ', ({ cnpj }) => cnpj],
  ...REPORT_FIGURES.map((figure) => [reportFigures[figure], (line: VolumeLine) => line[figure]] as const),
  ['Pessoas que assinaram', ({ signed }) => signed],
  ['Em até 24 horas', ({ signedWithinDay }) => signedWithinDay],
  ['Id da empresa', ({ companyId }) => companyId],
];

const AWAITED: Exported<AwaitedLine>['columns'] = [
  ['Pessoa', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Desde (Brasília)', ({ askedAt }) => inBrasilia(askedAt)],
  ['Processo', ({ summary }) => summary],
  ['Empresa', ({ companyName }) => companyName],
  ['Id da pessoa', ({ personId }) => personId],
  ['Id do processo', ({ processId }) => processId],
];

export const route = defineRoute(
  'exportReport',
  async ({ principal, query, reply }, { attempts, models, now }) => {
    await attempts.count('exportPerUser', principal.sub);
    const freshness = { minPosition: undefined, projections: ['report', 'process', 'company'] } as const;
    const scope = reportScope(query, now());
    const about = aboutExport(principal, query, now());
    const day = brasiliaDay(now());
    if (query.part === 'awaited') {
      const pages = pagesBy<AwaitedLine, AwaitedPlace>((after) =>
        models.ofCaller(principal, freshness, (db) => awaitedAfter(db, scope, after, EXPORT_PAGE)),
      );
      return sendExport(reply, query.format, {
        fileName: `aguardados-${day}`,
        about,
        columns: AWAITED,
        pages,
      });
    }
    const pages = pagesBy<VolumeLine, VolumePlace>((after) =>
      models.ofCaller(principal, freshness, (db) => volumeAfter(db, scope, after, EXPORT_PAGE)),
    );
    return sendExport(reply, query.format, {
      fileName: `processos-por-mes-${day}`,
      about,
      columns: VOLUME,
      pages,
    });
  },
);
