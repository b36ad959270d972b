import { Link, type LinkProps } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { ListPage } from './list-page.tsx';

type ListPageProps<Row> = ComponentProps<typeof ListPage<Row, 'all'>>;

/** What a list of something reusable says. */
export interface ReusableWords {
  title: string;
  help: ReactNode;
  create: string;
  searchBox: ListPageProps<unknown>['searchBox'];
  /** The empty list: what creating one brings, and what users without that right wait for. */
  none: { title: string; toMakers: string; toOthers: string };
  notFound: { title: string; text: string };
}

/** What is made once, by those who run the account, and used again and again: its list. */
export function ReusableList<Row>({
  words,
  icon,
  createTo,
  ...list
}: Pick<
  ListPageProps<Row>,
  'query' | 'search' | 'onSearch' | 'columns' | 'rowKey' | 'rowLink' | 'actions'
> & {
  words: ReusableWords;
  icon: ReactNode;
  createTo: NonNullable<LinkProps['to']>;
}) {
  const mayEdit = useIsSteward();
  const create = mayEdit ? (
    <Button asChild variant="primary">
      <Link to={createTo}>
        <Plus />
        {words.create}
      </Link>
    </Button>
  ) : undefined;
  return (
    <ListPage
      {...list}
      title={words.title}
      help={words.help}
      extra={create}
      searchBox={words.searchBox}
      none={{
        icon,
        title: words.none.title,
        text: mayEdit ? words.none.toMakers : words.none.toOthers,
        action: create,
      }}
      notFound={{ ...words.notFound, clear: 'Limpar busca' }}
    />
  );
}
