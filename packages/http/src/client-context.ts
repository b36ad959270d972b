import { isEmptyText, latitude, longitude, type ClientContext } from '@lacre/contracts';
import type { FastifyRequest } from 'fastify';

import type { FieldError } from './refusal.ts';

/** The location headers of the source specification (7), and one more for the city, with the longest they may be. */
export const MAX_PLACE_LENGTH = 100;
const PLACE_HEADERS = {
  country: MAX_PLACE_LENGTH,
  state: MAX_PLACE_LENGTH,
  city: MAX_PLACE_LENGTH,
} as const;
const COORDINATES = { latitude, longitude } as const;

/** Controls, halves of characters, and what hides or reorders text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value !== 'string' || isEmptyText(value) ? undefined : value.trim();
}

/**
 * The text of a header. HTTP carries bytes, which Node reads as Latin-1; clients send UTF-8 as well, and browsers, which
 * take no more than Latin-1, percent-encode the rest.
 */
function text(request: FastifyRequest, name: string): string | undefined {
  const value = header(request, name);
  if (value === undefined) return undefined;
  const readable = unescaped(asUtf8(value)).replaceAll(UNPRINTABLE, '').replaceAll(/\s+/g, ' ').trim();
  return isEmptyText(readable) ? undefined : readable;
}

/** As `text`, cut where it is too long: what only reads is not refused for it. */
const cutText = (request: FastifyRequest, name: string, maximum: number): string | undefined =>
  text(request, name)?.slice(0, maximum).toWellFormed();

function asUtf8(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

function unescaped(value: string): string {
  if (!/%[\da-f]{2}/i.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function coordinate(request: FastifyRequest, name: keyof typeof COORDINATES): string | undefined {
  const value = header(request, `client-${name}`);
  // Most requests have none, and a refusal of zod is dear.
  return value === undefined ? undefined : COORDINATES[name].safeParse(value).data;
}

/** Where the request says it comes from: address, agent, place and coordinates, whatever of it can be read. */
export function clientContextOf(request: FastifyRequest): ClientContext {
  const coordinates = [coordinate(request, 'latitude'), coordinate(request, 'longitude')] as const;
  const [north, east] = coordinates.includes(undefined) ? [] : coordinates;
  const context: Record<keyof ClientContext, string | undefined> = {
    ip: request.ip,
    userAgent: cutText(request, 'user-agent', 400),
    country: cutText(request, 'client-country', PLACE_HEADERS.country),
    state: cutText(request, 'client-state', PLACE_HEADERS.state),
    city: cutText(request, 'client-city', PLACE_HEADERS.city),
    latitude: north,
    longitude: east,
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
}

/** What is wrong with the location headers: names that are too long, coordinates that are half there or no numbers. */
export function locationErrorsOf(request: FastifyRequest): FieldError[] {
  return [...placeErrorsOf(request), ...coordinateErrorsOf(request)];
}

function placeErrorsOf(request: FastifyRequest): FieldError[] {
  return Object.entries(PLACE_HEADERS).flatMap(([name, maximum]) => {
    const field = `client-${name}`;
    const length = text(request, field)?.length ?? 0;
    return length > maximum ? [{ field, message: `No máximo ${maximum} caracteres` }] : [];
  });
}

/** Coordinates come both and readable, or not at all. */
function coordinateErrorsOf(request: FastifyRequest): FieldError[] {
  const sent = Object.entries(COORDINATES).map(([name, schema]) => {
    const value = header(request, `client-${name}`);
    const message = value === undefined ? undefined : schema.safeParse(value).error?.issues[0]?.message;
    return { field: `client-${name}`, value, message };
  });
  const isHalf =
    sent.some(({ value }) => value === undefined) && sent.some(({ value }) => value !== undefined);
  return sent.flatMap(({ field, value, message }) => {
    if (message !== undefined) return [{ field, message }];
    return isHalf && value === undefined ? [{ field, message: 'Falta este cabeçalho' }] : [];
  });
}
