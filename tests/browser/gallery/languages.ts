// Scenes of signing in English and in Spanish, and of checking a file in English.
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, uploadProof } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';
import { DOCUMENTS, model, processNamed, type Scene, type Setting } from './stage.ts';

/** What the scene presses and waits for in each language. */
const WORDS = {
  en: {
    name: 'English',
    ask: 'Get a code',
    cpf: 'Your CPF (Brazilian taxpayer number)',
    code: '6-digit code',
    enter: 'Enter the code',
    read: 'I have read it and agree',
    sign: 'Sign document',
    agree: /I have read and agree/,
    signed: 'Everything signed and sealed',
    place: 'Your location, if you wish',
    without: 'Sign without saying where I am',
    person: 'Ada Byron',
  },
  es: {
    name: 'Español',
    ask: 'Recibir código',
    cpf: 'Su CPF (registro fiscal brasileño)',
    code: 'Código de 6 números',
    enter: 'Escriba el código',
    read: 'Lo leí y acepto',
    sign: 'Firmar documento',
    agree: /Leí y acepto/,
    signed: 'Todo firmado y sellado',
    place: 'Su ubicación, si quiere',
    without: 'Firmar sin decir dónde estoy',
    person: 'Carmen Ruiz',
  },
} as const;

async function signingIn(language: keyof typeof WORDS, setting: Setting): Promise<void> {
  const words = WORDS[language];
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const person = await addPerson(api, words.person);
  const [company] = (await api.call('listCompanies')).items;
  const name = DOCUMENTS[0] ?? '';
  const { proof } = await uploadProof(api, await samplePdf({ title: name, pages: 1 }), name);
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Prestação de serviços de consultoria jurídica',
      companyId: company?.companyId,
      documents: [{ proof }],
      participants: [
        {
          personId: person.personId,
          part: 'signer',
          requirements: { location: false, locationOptional: true },
        },
      ],
      deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      allowsDelegation: true,
    },
  });
  await visitor.open(`/document?process=${processId}&person=${person.personId}`);
  await visitor.press(words.name);
  await page.getByRole('button', { name: words.ask }).waitFor();
  await shoot(`door, ${words.name}`);
  await visitor.fill(words.cpf, person.cpf);
  const since = new Date();
  await visitor.press(words.ask);
  await visitor.sees('code', words.enter);
  await shoot(`code, ${words.name}`);
  await visitor.fill(words.code, await readCode(visitor.origin, person.email, since));
  const read = page.getByRole('button', { name: words.read });
  await read.and(page.locator(':not([disabled]):not([aria-busy])')).waitFor();
  await shoot(`reading, ${words.name}`, false);
  await read.click();
  await page.getByRole('checkbox', { name: words.agree }).waitFor();
  await shoot(`before signing, ${words.name}`);
  await visitor.press(words.sign);
  await visitor.sees('location', words.place);
  await shoot(`location, ${words.name}`, false);
  await visitor.press(words.without);
  await visitor.sees('signed', words.signed);
  await shoot(`signed, ${words.name}`);
  await visitor.leaves();
}

async function validatingInEnglish(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { api } = setting.studio;
  const processId = await processNamed(api, 'Contrato de locação comercial');
  const { documents } = await until('the demo is sealed', async () => {
    const process = await api.call('getProcess', { params: { processId } });
    return process.status === 'finished' ? process : undefined;
  });
  const [{ documentId, validationCode } = { documentId: '', validationCode: null }] = documents;
  const sealed = await api.bytes('downloadSealed', { processId, documentId });
  const altered = Uint8Array.from(sealed);
  altered[2000] = (altered[2000] ?? 0) ^ 1;
  await visitor.open('/validate');
  await visitor.press('English');
  await visitor.sees('validate', 'Is this document authentic?');
  await shoot('validate, English');
  const files = [
    ['genuine', sealed, 'Authentic and intact document'],
    ['tampered', altered, 'Document possibly tampered with'],
  ] as const;
  for (const [name, bytes, verdict] of files) {
    await visitor.open('/validate');
    const file = { name: 'Lease-signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
    await visitor.choosesFiles(/Drag the PDF|Choose the PDF/, [file]);
    await visitor.sees(name, verdict);
    await visitor.page.getByText('Technical details').click();
    await shoot(`verdict ${name}, English`);
  }
  await visitor.open(`/validate?code=${validationCode ?? ''}`);
  await visitor.sees('known by its code', 'There is a document with this code');
  await shoot('known by its code, English');
  await visitor.leaves();
}

async function termsInEnglish(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  await visitor.open('/policies');
  await visitor.press('English');
  await visitor.sees('terms', 'Terms and privacy');
  await shoot('terms, English');
  await visitor.open('/policies?version=2026-11');
  await visitor.sees('terms', 'Terms and privacy');
  await shoot('terms, an old version, English');
  await visitor.leaves();
}

export const languageScenes: readonly Scene[] = [
  async function signingInEnglish(setting) {
    await signingIn('en', setting);
  },
  async function signingInSpanish(setting) {
    await signingIn('es', setting);
  },
  validatingInEnglish,
  termsInEnglish,
];
