import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { say } from '@/i18n/say.ts';
import { formatDate } from '@/lib/format/format.ts';
import { personApi } from '@/lib/session/person-session.ts';

type Photo = NonNullable<AnswerOf<'getFace'>['kept']>['photos'][number];

/** The photos of an enrolment, for whom they show alone; the browser keeps none of them. */
export function KeptPhotos({ photos }: { photos: readonly Photo[] }) {
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {say('Só você as vê aqui. São apagadas sozinhas em {0}.', formatDate(photos[0]?.expiresAt ?? ''))}
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ number }, index) => (
          <li key={number}>
            <KeptPhoto number={number} label={say('Foto {0} do cadastro', index + 1)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function KeptPhoto({ number, label }: { number: number; label: string }) {
  const query = useQuery({
    queryKey: ['face', 'photo', number],
    queryFn: async ({ signal }) => {
      const answer = await personApi.download('readFacePhoto', { params: { number }, signal });
      return answer.blob();
    },
    // It is forgotten with the page, and another enrolment has other photos.
    gcTime: 0,
  });
  if (query.data === undefined && query.isError)
    return (
      <ProblemCallout error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  if (query.data === undefined) return <Skeleton className="aspect-[4/3] w-full rounded-xl!" />;
  return <Picture of={query.data} label={label} />;
}

function Picture({ of: picture, label }: { of: Blob; label: string }) {
  return (
    <img
      ref={(image) => {
        const address = URL.createObjectURL(picture);
        if (image !== null) image.src = address;
        return () => URL.revokeObjectURL(address);
      }}
      alt={label}
      className="aspect-[4/3] w-full rounded-xl border border-line bg-sunken object-cover"
    />
  );
}
