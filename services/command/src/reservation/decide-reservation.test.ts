import { derivedId } from '@lacre/event-store';
import { it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { reservation, type ReservationStreamEvent } from './decide-reservation.ts';

const { given } = specificationOf(reservation);
const tenantId = derivedId('tenant');
const reserve = (owner: string) => ({ type: 'reserve', kind: 'cnpj', tenantId, owner }) as const;
const takeOver = (owner: string, from: string) =>
  ({ type: 'takeOver', kind: 'cnpj', tenantId, owner, from }) as const;
const reserved = (owner: string): ReservationStreamEvent => ({
  type: 'ValueReserved',
  data: { kind: 'cnpj', tenantId, owner },
});
const takenOver = (owner: string, from: string): ReservationStreamEvent => ({
  type: 'ReservationTakenOver',
  data: { kind: 'cnpj', tenantId, owner, from },
});

it('reserves a free value, once for its owner', () => {
  given().when(reserve('a')).thenEvents(reserved('a'));
  given(reserved('a')).when(reserve('a')).thenNothing();
});

it('refuses a value of another', () => {
  given(reserved('a')).when(reserve('b')).thenRejected('CONCURRENT_CHANGE');
  given(reserved('a'), takenOver('b', 'a')).when(reserve('a')).thenRejected('CONCURRENT_CHANGE');
});

it('takes over from the owner that was found, once', () => {
  given(reserved('a')).when(takeOver('b', 'a')).thenEvents(takenOver('b', 'a'));
  given(reserved('a'), takenOver('b', 'a')).when(takeOver('b', 'a')).thenNothing();
  given(reserved('a'), takenOver('b', 'a')).when(takeOver('c', 'b')).thenEvents(takenOver('c', 'b'));
});

it('refuses to take over from one who is not the owner', () => {
  given().when(takeOver('b', 'a')).thenRejected('CONCURRENT_CHANGE');
  given(reserved('a'), takenOver('b', 'a')).when(takeOver('c', 'a')).thenRejected('CONCURRENT_CHANGE');
});

const release = (owner: string) => ({ type: 'release', kind: 'cnpj', tenantId, owner }) as const;
const released = (owner: string): ReservationStreamEvent => ({
  type: 'ValueReleased',
  data: { kind: 'cnpj', tenantId, owner },
});

it('is released by its owner, once, and free from then on', () => {
  given(reserved('a')).when(release('a')).thenEvents(released('a'));
  given(reserved('a'), released('a')).when(release('a')).thenNothing();
  given(reserved('a'), released('a')).when(reserve('b')).thenEvents(reserved('b'));
});

it('is released by its owner alone', () => {
  given().when(release('a')).thenNothing();
  given(reserved('a')).when(release('b')).thenNothing();
});
