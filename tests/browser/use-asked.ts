import { beforeAll } from 'vitest';

import { evidenceOf } from '../support/evidence-of.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, openAccount, processWhen, uploadProof, type Account } from '../support/scenario.ts';
import { Participant } from './participant.ts';
import { useProduct } from './product.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export const PHONE: VisitorOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
/** A question with one answer. */
export const PLAN = {
  question: 'Qual plano?',
  options: ['Mensal', 'Anual', 'Nenhum'],
  minimum: 1,
  maximum: 1,
};

interface Asking {
  selections?: readonly object[];
  requirements?: { location?: boolean; locationOptional?: boolean; code?: boolean };
  options?: VisitorOptions;
  pages?: number;
  /** Another participant signs before them. */
  second?: boolean;
}

/** People of one account who are asked to sign, for the tests of a file. */
export function useAsked() {
  const product = useProduct();
  const cast = {} as { account: Account };
  beforeAll(async () => {
    cast.account = await openAccount(product.lacre.origin);
  }, 120_000);

  /** A person asked to sign, at their list, with one document for each selection, or one without. */
  async function asked({
    selections = [],
    requirements = {},
    options = PHONE,
    pages = 1,
    second = false,
  }: Asking) {
    const person = await addPerson(cast.account.api, 'Ana Beatriz Souza Lima');
    const documents = [];
    for (const [index, selection] of (selections.length === 0 ? [undefined] : selections).entries()) {
      const { proof } = await uploadProof(
        cast.account.api,
        await samplePdf({ pages }),
        `documento ${index + 1}.pdf`,
      );
      documents.push({ proof, ...(selection === undefined ? {} : { selection }) });
    }
    const first = second ? await addPerson(cast.account.api, 'Rui Barbosa') : undefined;
    const { processId } = await cast.account.api.call('createProcess', {
      body: {
        summary: 'Contrato anual',
        companyId: cast.account.companyId,
        documents,
        participants: [
          ...(first === undefined ? [] : [{ personId: first.personId, part: 'signer' }]),
          {
            personId: person.personId,
            part: 'signer',
            requirements: { location: false, ...requirements },
            ...(second ? { group: 2 } : {}),
          },
        ],
      },
    });
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
    const ana = new Participant(visitor, person);
    await ana.opensLink(processId, person.personId);
    return { ana, person, processId, visitor, page: visitor.page };
  }

  /** What the sealed document says of the only participant. */
  async function evidence(processId: string) {
    const { documents } = await processWhen(
      cast.account.api,
      processId,
      ({ status }) => status === 'finished',
    );
    const documentId = documents[0]?.documentId ?? '';
    const { participants } = await evidenceOf(
      await cast.account.api.bytes('downloadSealed', { processId, documentId }),
    );
    return participants[0];
  }

  return { product, asked, evidence };
}
