import { sha256 } from '@lacre/contracts';
import { z } from 'zod';

/** How evidence.json states the chain of events; docs/evidence.md says how to recompute it. */

export const commitment = z
  .strictObject({
    eventId: z.uuid(),
    pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) from the event' }),
    sha256,
  })
  .meta({
    description:
      'SHA-256 of the disclosure ["salt","pointer",value]. The salt is the first 16 bytes, in hexadecimal, of HMAC-SHA256 under the person\'s key of the event id followed by the pointer',
  });

const chainedEvent = z.strictObject({
  eventId: z.uuid(),
  revision: z.int().nonnegative(),
  sha256: sha256.meta({ description: 'Of `canonical` in UTF-8' }),
  canonical: z.string().nullable().meta({
    description:
      'The event as JSON by RFC 8785, without personal values, whose commitments it has by pointer. In ProcessCreated each document stands as the SHA-256 of its record. Null where the event is of another document',
  }),
  disclosures: z.array(z.string()).meta({
    description: 'Personal values stated here, as ["salt","pointer",value]: each hashes to its commitment',
  }),
});

export const chain = z
  .strictObject({
    head: sha256.meta({ description: 'The last link, as it is printed on the pages' }),
    events: z
      .array(chainedEvent)
      .meta({ description: 'Every event of the process so far, in the order of the log' }),
    document: z.string().meta({
      description:
        'Record of the document in the process, as JSON by RFC 8785: its SHA-256 stands in ProcessCreated',
    }),
  })
  .meta({
    description:
      'Each link is the SHA-256 of the text of the link before it (64 zeros before the first) followed by the hash of the event, both in lower-case hexadecimal',
  });
