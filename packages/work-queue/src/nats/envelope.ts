import { randomUUID } from 'node:crypto';

import type { DeadLetter, Json } from '../port.ts';

/** A job as its message carries it. */
export interface Envelope {
  id: string;
  key: string;
  payload: Json;
  /** Counted attempts before this message was stored; the server counts those since. */
  failed: number;
  /**
   * Epoch milliseconds. A message with it is only waiting: no handler sees it, and when its time has come it
   * is replaced by one without. So the server's count of deliveries, which the waiting adds to, begins anew.
   */
  notBefore?: number;
}

/** `payload` is JSON text. */
export function newEnvelope(key: string, payload: string, delayMs: number | undefined): Envelope {
  const envelope = { id: randomUUID(), key, payload: JSON.parse(payload) as Json, failed: 0 };
  return delayMs ? { ...envelope, notBefore: Date.now() + delayMs } : envelope;
}

/** Undefined for what no publisher of ours wrote. */
export function parseEnvelope(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Envelope> | null;
    const whole =
      typeof parsed?.id === 'string' &&
      typeof parsed.key === 'string' &&
      typeof parsed.failed === 'number' &&
      parsed.payload !== undefined &&
      (parsed.notBefore === undefined || typeof parsed.notBefore === 'number');
    return whole ? (parsed as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** A dead letter as its message carries it. */
export type LetterEnvelope = Omit<DeadLetter, 'diedAt'> & { diedAt: string };

export function letterOf(envelope: Envelope, attempts: number, lastError: string): LetterEnvelope {
  const { id, key, payload } = envelope;
  return { id, payload, dedupeKey: key, attempts, lastError, diedAt: new Date().toISOString() };
}

export function parseLetter(text: string): DeadLetter {
  const letter = JSON.parse(text) as LetterEnvelope;
  return { ...letter, diedAt: new Date(letter.diedAt) };
}
