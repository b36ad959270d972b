import { readFile } from 'node:fs/promises';

import { entriesOf, PERSON_FIELDS, writtenValue, type Field } from '@lacre/contracts/registers';
import { openApiDocument } from '@lacre/http';
import { drawnText } from '@lacre/signer/testing/pdfs/drawn-text';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

/** What the table of a person's fields says, found in every place that is made from it. */
const FIELDS = entriesOf(PERSON_FIELDS);
/** As the model for files has it. */
const NAME = `${PERSON_FIELDS.name.example} (exemplo: apague esta linha)`;

const product = useProduct();
let account: Account;
let person: Person;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** What the person has in a field: the example of the table. */
const valueOf = (field: string, { example }: Field): string => (field === 'name' ? NAME : example);
const writtenOf = (field: string, definition: Field): string =>
  writtenValue(definition, valueOf(field, definition)) ?? '';

async function requester(path: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  await new Requester(visitor).signsIn(account);
  await visitor.open(path);
  return visitor;
}

describe('every field of a person', () => {
  it('is a column of the model for files, which is read back whole', async () => {
    const visitor = await requester('/persons/import');
    const { page } = visitor;
    const [model] = await Promise.all([page.waitForEvent('download'), visitor.press('Baixar modelo')]);
    const path = await model.path();
    const [header = ''] = (await readFile(path, 'utf8')).replace('\uFEFF', '').split('\r\n');
    expect(header.split(';').toSorted()).toEqual(FIELDS.map(([, { label }]) => label).toSorted());
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: await readFile(path) });
    await visitor.press('Cadastrar 1 pessoa');
    await visitor.reads('1 pessoa cadastrada');
    const registered = await until('the person', async () => {
      const { items } = await account.api.call('listPersons', {
        query: { search: PERSON_FIELDS.cpf.example },
      });
      return items[0];
    });
    for (const [field, definition] of FIELDS) {
      const value = valueOf(field, definition);
      expect(registered, field).toHaveProperty(field, definition.kind === 'emails' ? [value] : value);
    }
    person = {
      personId: registered.personId,
      name: NAME,
      cpf: PERSON_FIELDS.cpf.example,
      email: PERSON_FIELDS.email.example,
    };
    expect(await visitor.leaves()).toEqual([]);
  });

  it('is found by what the register is searched by', async () => {
    for (const [field, definition] of FIELDS.filter(([, { searched }]) => searched === true)) {
      const { items } = await account.api.call('listPersons', { query: { search: definition.example } });
      expect(
        items.map(({ personId }) => personId),
        field,
      ).toEqual([person.personId]);
    }
  });

  it('stands in the form, by its label', async () => {
    const visitor = await requester(`/persons/${person.personId}`);
    await visitor.sees('person', NAME);
    const shown = await visitor.page
      .locator('form [name]')
      .evaluateAll((controls) =>
        controls.map((control) => [
          (control as HTMLInputElement).name,
          (control as HTMLInputElement).value,
          (control as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s*\(opcional\)$/, ''),
        ]),
      );
    for (const [field, definition] of FIELDS) {
      const value = definition.kind === 'choice' ? definition.example : writtenOf(field, definition);
      expect(shown).toContainEqual([field, value, definition.formLabel ?? definition.label]);
    }
    expect(await visitor.leaves()).toEqual([]);
  });

  it('is described in the API, with an example', () => {
    const { components } = openApiDocument() as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    for (const [field, { label }] of FIELDS.filter(([, { fixed }]) => fixed !== true))
      expect(components.schemas['Person']?.properties[field], field).toMatchObject({
        description: label,
        examples: [expect.anything()],
      });
  });

  it('stands on the evidence pages if it is stated there', async () => {
    const upload = await uploadProof(account.api, await samplePdf(), 'Contrato.pdf');
    const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
    await signAll(await personSession(product.lacre.origin, processId, person), processId);
    const { documents } = await processWhen(
      account.api,
      processId,
      ({ documents: all }) => all.every(({ status }) => status === 'sealed'),
      'the seal',
    );
    const documentId = documents[0]?.documentId ?? '';
    const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
    const text = (await drawnText(sealed))
      .map((run) => run.text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    for (const [field, definition] of FIELDS) {
      const written = writtenOf(field, definition);
      const line = field === 'name' ? written : `${definition.label} ${written}`;
      expect([field, text.includes(line)]).toEqual([field, definition.evidence === 'stated']);
    }
  });
});
