import { createDomainLog } from '@lacre/domain-log';

import type { SignerContext } from '../dependencies.ts';

/** What a call fails with that is to fail. */
export class Died extends Error {}

type Outcome = 'failed and not done' | 'failed but done';
export type Operation = 'append' | 'put' | 'remove' | 'sign' | 'stamp' | 'proofs';

/** Lets the nth call of one operation fail, before or after it had its effect. */
export function failing(
  signer: SignerContext,
  operation: Operation,
  nth: number,
  outcome: Outcome,
  error: Error,
): SignerContext {
  let calls = 0;
  const wrap =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (++calls !== nth) return call(...given);
      if (outcome === 'failed but done') await call(...given);
      throw error;
    };
  const { eventStore, blobs, sealKeys, timeStamping, revocation } = signer;
  switch (operation) {
    case 'append': {
      const faulty = over(eventStore, { append: wrap(eventStore.append.bind(eventStore)) });
      return { ...signer, log: createDomainLog(faulty) };
    }
    case 'put':
      return { ...signer, blobs: over(blobs, { put: wrap(blobs.put.bind(blobs)) }) };
    case 'remove':
      return { ...signer, blobs: over(blobs, { remove: wrap(blobs.remove.bind(blobs)) }) };
    case 'sign': {
      const key = sealKeys.signer;
      const faulty = over(key, { sign: wrap(key.sign.bind(key)) });
      return { ...signer, sealKeys: over(sealKeys, { signer: faulty }) };
    }
    case 'stamp':
      return {
        ...signer,
        timeStamping: { ...timeStamping, stamp: wrap(timeStamping.stamp.bind(timeStamping)) },
      };
    case 'proofs':
      return { ...signer, revocation: { proofs: wrap(revocation.proofs.bind(revocation)) } };
  }
}

/** The same, with time stamps that pass for those of an authority outside. */
export const stampedOutside = (signer: SignerContext): SignerContext => ({
  ...signer,
  timeStamping: { ...signer.timeStamping, local: false },
});

/** The same object with some methods in place of its own. */
export function over<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(methods, name) ? methods : of, name);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}
