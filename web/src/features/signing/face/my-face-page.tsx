import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eraser, ScanFace } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button, buttonClasses } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import type { SigningLink } from '@/features/signing/identify/link.ts';
import { PersonGate } from '@/features/signing/identify/person-gate.tsx';
import { signaturesQuery, type SigningRequest } from '@/features/signing/request/queries.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { formatDateTime } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { KeptPhotos } from './kept-photos.tsx';

type Kept = NonNullable<AnswerOf<'getFace'>['kept']>;

// The camera's code, for enrolment here.
const EnrolDialog = lazyDialog(
  () => import('./enrol-dialog.tsx'),
  (code) => code.default,
);

/** What is kept of a person's face: to be seen, erased, and enrolled again (LGPD, art. 8, § 5, and art. 18). */
export function MyFacePage({ link }: { link: SigningLink }) {
  return <PersonGate link={link}>{(personId) => <MyFace personId={personId} />}</PersonGate>;
}

function MyFace({ personId }: { personId: string }) {
  useTitle(say('Meu rosto'));
  const query = useQuery({
    queryKey: ['face', 'kept', personId],
    queryFn: ({ signal }) => personApi.call('getFace', { signal }),
  });
  const requests = useQuery(signaturesQuery(personId)).data?.items ?? [];
  const [erasing, setErasing] = useState(false);
  const [enrolling, setEnrolling] = useState(false);
  const asking = askingFor(requests);
  const status = query.data;
  return (
    <div className="mx-auto w-full max-w-[640px] flex-1 px-4 py-8 sm:px-6 sm:py-10">
      <Link to="/document" search className={buttonClasses({ variant: 'ghost', size: 'sm', flush: 'start' })}>
        <ArrowLeft aria-hidden="true" /> {say('Voltar aos documentos')}
      </Link>
      <h1 className="mt-4 text-2xl font-semibold">{say('Meu rosto')}</h1>
      <p className="mt-2 text-muted">
        {say(
          'O que esta conta guarda do seu rosto para conferir as suas assinaturas. Ele é seu: veja e apague quando quiser.',
        )}
      </p>
      <div className="mt-6 flex flex-col gap-4">
        {query.isPending && <SkeletonRows rows={2} label={say('Buscando o que guardamos…')} />}
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
        {status?.kept === null && (
          <div className="card">
            <EmptyState
              icon={<ScanFace />}
              title={say('Nenhum rosto cadastrado')}
              action={
                asking === undefined ? undefined : (
                  <Button variant="primary" icon={<ScanFace />} onClick={() => setEnrolling(true)}>
                    {say('Cadastrar o rosto')}
                  </Button>
                )
              }
            >
              {say('Não guardamos nada do seu rosto.')}{' '}
              {asking === undefined
                ? say('Se um processo pedir reconhecimento facial, você decide então se quer cadastrá-lo.')
                : say('Um processo pede reconhecimento facial: cadastre agora, ou na hora de assinar.')}
            </EmptyState>
          </div>
        )}
        {status !== undefined && status.kept !== null && (
          <>
            <KeptCard kept={status.kept} status={status} />
            <section aria-labelledby="apagar-rosto" className="card p-5">
              <h2 id="apagar-rosto" className="font-semibold">
                {say('Retirar o consentimento')}
              </h2>
              <p className="mt-1 text-sm text-muted">
                {say(
                  'Apaga na hora as medidas e as fotos. O que você já assinou continua valendo: nos documentos há só a semelhança, em número. Se um processo pedir o seu rosto de novo, você poderá cadastrá-lo outra vez.',
                )}
              </p>
              <Button variant="danger" icon={<Eraser />} className="mt-4" onClick={() => setErasing(true)}>
                {say('Apagar o meu rosto')}
              </Button>
            </section>
          </>
        )}
      </div>
      {erasing && (
        <ConfirmCommand
          title={say('Apagar o seu rosto?')}
          description={say('As medidas e as fotos do cadastro são apagadas para sempre. Não há volta.')}
          confirmLabel={say('Apagar o meu rosto')}
          danger
          send={(idempotencyKey) => personApi.call('eraseFace', { idempotencyKey })}
          onDone={async () => {
            setErasing(false);
            await query.refetch();
            toast.success(say('Rosto apagado'));
          }}
          onClose={() => setErasing(false)}
        />
      )}
      {enrolling && status !== undefined && asking !== undefined && (
        <EnrolDialog
          terms={status.consent}
          request={asking}
          onEnrolled={async () => {
            setEnrolling(false);
            await query.refetch();
            toast.success(say('Rosto cadastrado'));
          }}
          onClose={() => setEnrolling(false)}
        />
      )}
    </div>
  );
}

function KeptCard({ kept, status }: { kept: Kept; status: AnswerOf<'getFace'> }) {
  const { templateMonths } = status.consent;
  return (
    <section aria-labelledby="guardado" className="card p-5">
      <h2 id="guardado" className="font-semibold">
        {say('O que guardamos')}
      </h2>
      <dl className="mt-3 flex flex-col gap-2.5 text-sm">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{say('Cadastrado em')}</dt>
          <dd className="tabular">{formatDateTime(kept.enrolledAt)}</dd>
        </div>
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{say('Medidas do rosto')}</dt>
          <dd>{counted(kept.templates, 'conjunto de números', 'conjuntos de números')}</dd>
        </div>
      </dl>
      <p className="mt-2.5 text-sm text-muted">
        {say('Tudo fica cifrado com uma chave só sua. Sem uso por {0} meses, é apagado.', templateMonths)}
      </p>
      {status.enrolled === null && (
        <Callout tone="info" className="mt-4">
          {say('Este cadastro é de um programa anterior. Na próxima assinatura com o rosto, pedimos outro.')}
        </Callout>
      )}
      <h3 className="mt-5 text-sm font-medium">{say('Fotos do cadastro')}</h3>
      {kept.photos.length === 0 ? (
        <p className="mt-1 text-sm text-muted">
          {say('As fotos já foram apagadas: o prazo delas terminou.')}
        </p>
      ) : (
        <KeptPhotos key={kept.enrolledAt} photos={kept.photos} />
      )}
    </section>
  );
}

/** A request that asks for a face: one that also takes a photo, if there is one. */
function askingFor(requests: readonly SigningRequest[]): SigningRequest | undefined {
  const asking = requests.filter((code) => code.requirements.face === true);
  return asking.find((code) => code.requirements.faceUpload === true) ?? asking[0];
}
