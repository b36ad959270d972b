import type { AnswerOf } from '@lacre/contracts';

import type { UserState } from './state.ts';

type View = Omit<AnswerOf<'createUser'>, 'position'>;

/** A user as the API shows them. */
export function viewOf(user: Extract<UserState, { status: 'active' | 'inactive' }>): View {
  const { userId, role, profile, companyIds, avatarSha256 } = user;
  const { name, email, cpf, externalId, phoneNumber } = profile;
  return {
    uid: userId,
    name,
    email,
    role,
    active: user.status === 'active',
    cpf: cpf ?? null,
    externalId: externalId ?? null,
    phoneNumber: phoneNumber ?? null,
    photoURL: photoUrlOf(userId, avatarSha256),
    companyIds: [...companyIds],
    invitation: user.hasJoined ? 'accepted' : 'pending',
  };
}

/** Its address changes with the picture, so that a cache may keep it. */
const photoUrlOf = (userId: string, sha256: string | undefined): string | null =>
  sha256 === undefined ? null : `/user/${userId}/avatar?v=${sha256.slice(0, 16)}`;
