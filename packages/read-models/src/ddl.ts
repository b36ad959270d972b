import type { AnyTable } from './table.ts';

/** What stands between the parentheses of `create table`. */
export function tableDefinition({ columns, options }: AnyTable): string {
  const declared = Object.entries(columns).map(([name, { type, nullable }]) => {
    const collation = type === 'text' ? ' collate "C"' : '';
    return `${name} ${type}${collation}${nullable ? '' : ' not null'}`;
  });
  return [...declared, ...(options.extraColumns ?? []), `primary key (${options.key.join(', ')})`].join(', ');
}
