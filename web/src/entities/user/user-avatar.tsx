import { useQuery } from '@tanstack/react-query';

import { Avatar } from '@/components/ui/display/avatar.tsx';
import { pictureQuery } from '@/lib/api/picture.ts';

/** A user of the tenant, by their picture once it is here. */
export function UserAvatar({
  user,
  size,
}: {
  user: { name: string; photoURL: string | null };
  size?: 'sm' | 'md' | 'lg';
}) {
  const { data } = useQuery(pictureQuery(user.photoURL));
  return <Avatar name={user.name} src={data} {...(size === undefined ? {} : { size })} />;
}
