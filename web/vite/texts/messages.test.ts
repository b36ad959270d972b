import { describe, expect, it } from 'vitest';

import { inOtherWords, messagesOf } from './messages.ts';

const textsOf = (source: string) => messagesOf('screen.tsx', source).map(({ text }) => text);
const translated = (source: string, translations: Record<string, string>) =>
  inOtherWords(source, messagesOf('screen.tsx', source), ({ text }) => translations[text] ?? text);

describe('what is text', () => {
  it('is what stands between tags, whole, with names for its values and elements', () => {
    expect(
      textsOf(`<p>
        <strong className="font-medium">{leaving.name}</strong> deixa de ver {companyName} e os
        processos dela.
      </p>`),
    ).toEqual(['<strong>{name}</strong> deixa de ver {companyName} e os processos dela.']);
  });

  it('leaves the drawing before a text out of it', () => {
    expect(textsOf('<Button><Plus /> Nova empresa</Button>')).toEqual(['Nova empresa']);
  });

  it('distinguishes values of one name', () => {
    expect(textsOf('<p>De {from.name} para {to.name}, por {item}</p>')).toEqual([
      'De {name} para {name2}, por {item}',
    ]);
  });

  it('is in attributes, tables and templates, and not in names, addresses and classes', () => {
    expect(
      textsOf(`
        const FILTERS = { id: 'state', label: 'Todas', value: 'all', to: '/companies', tone: 'success' };
        const methods = { password: 'senha', link: 'link no email' };
        const label = \`Ações de \${company.name}\`;
        const path = \`/companies/\${id}\`;
        const key = event.key === 'Enter' ? 'ArrowDown' : 'flex flex-col gap-4';
        <Link to="/companies" className="text-muted underline" title="Empresas" aria-labelledby="acesso" />;
        api.call('editUser', { params });
      `),
    ).toEqual(['Todas', 'senha', 'link no email', 'Ações de {name}', 'Empresas']);
  });

  it('has the words for one and for many in one message', () => {
    expect(textsOf("plural(n, 'documento'); plural(n, 'sessão', 'sessões')")).toEqual([
      'documento | documentos',
      'sessão | sessões',
    ]);
  });

  it('is one text where texts are joined', () => {
    expect(textsOf("const said = 'Baixe o arquivo ' + `de ${name}` + ' agora.'")).toEqual([
      'Baixe o arquivo de {name} agora.',
    ]);
  });

  it('passes over what is in another language already', () => {
    expect(textsOf("const greeting = { 'pt-BR': 'Olá', en: 'Hello', es: 'Hola' }")).toEqual(['Olá']);
  });
});

describe('a page that stands before the client', () => {
  const page =
    '<html lang="pt-BR"><title>Sem conexão</title><!-- a note --><p class="x">Tente\n  de novo</p>';

  it('has messages between its tags', () => {
    expect(messagesOf('offline.html', page).map(({ text }) => text)).toEqual([
      'Sem conexão',
      'Tente de novo',
    ]);
  });

  it('is written with what HTML and JSON would take for their own escaped', () => {
    const said = (path: string, source: string) =>
      inOtherWords(source, messagesOf(path, source), () => 'Q & "A"');
    expect(said('offline.html', '<p> Olá </p>')).toBe('<p> Q &amp; &quot;A&quot; </p>');
    expect(said('app.webmanifest', '{ "name": "Novo processo", "files": { "name": "files" } }')).toBe(
      String.raw`{ "name": "Q & \"A\"", "files": { "name": "files" } }`,
    );
  });
});

describe('a source in other words', () => {
  it('moves values and elements, and keeps their code', () => {
    expect(
      translated('<p>O prazo de {name} termina <b id="x">{when}</b>.</p>', {
        'O prazo de {name} termina <b>{when}</b>.': '<b>{when}</b> ends the deadline of {name}.',
      }),
    ).toBe('<p><b id="x">{when}</b>{" ends the deadline of "}{name}{"."}</p>');
  });

  it('translates the attributes of an element that has a text', () => {
    expect(
      translated('<Callout title="Já existe">Já tem <Link title="Abrir já">acesso</Link></Callout>', {
        'Já existe': 'Exists',
        'Já tem <Link>acesso</Link>': 'Has <Link>access</Link>',
        'Abrir já': 'Open',
      }),
    ).toBe('<Callout title={"Exists"}>{"Has "}<Link title={"Open"}>{"access"}</Link></Callout>');
  });

  it('translates what the values of a message say themselves', () => {
    expect(
      translated("const label = `Ver ${isOpen ? 'Aberto agora' : 'Fechado já'} de ${name}`", {
        'Ver {part} de {name}': '{name}: see {part}',
        'Aberto agora': 'open',
        'Fechado já': 'closed',
      }),
    ).toBe('const label = `${name}: see ${isOpen ? "open" : "closed"}`');
  });

  it('says a plural that Portuguese makes by an s', () => {
    expect(translated("plural(n, 'pessoa')", { 'pessoa | pessoas': 'person | people' })).toBe(
      'plural(n, "person", "people")',
    );
  });

  it('escapes what would be code', () => {
    expect(translated('const a = `Olá, ${name}`', { 'Olá, {name}': '`${x}` \\ {name}' })).toBe(
      'const a = `\\`\\${x}\\` \\\\ ${name}`',
    );
  });

  it('refuses a translation that lacks a value or an element, or has an element twice', () => {
    const source = '<p>Olá, <b>{name}</b> de {company}</p>';
    const refused = (translation: string) => () =>
      translated(source, { 'Olá, <b>{name}</b> de {company}': translation });
    expect(refused('Hello, <b>{name}</b>')).toThrow('lacks company');
    expect(refused('Hello, <b>you</b> of {company}')).toThrow('lacks name');
    expect(() => translated("say('Assine até {0}', day)", { 'Assine até {0}': 'Sign' })).toThrow('lacks 0');
    expect(refused('<b>{name}</b> <b>{name}</b> {company}')).toThrow('an element twice');
  });
});
