import { TIME_ZONE } from '@lacre/contracts';
import { hostNameOf, isLoopbackAddress, isLoopbackName, Refusal } from '@lacre/http';
import type { Mailbox, MailboxEntry, StoredMessage } from '@lacre/mailer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

const LISTED = 200;
const HTML = 'text/html; charset=utf-8';
const MISSING = 'Mensagem não encontrada';

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const clock = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: TIME_ZONE,
});

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1a24; --soft: #655f75; --line: #e4e1ec; --paper: #fff; --back: #f7f6fa; --brand: #5e35e6; }
@media (prefers-color-scheme: dark) { :root { --ink: #eeecf4; --soft: #a8a2b8; --line: #363142; --paper: #1e1b27; --back: #15131b; --brand: #a78bfa; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); }
main { max-width: 880px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { font-size: 24px; margin: 0 0 4px; } p { color: var(--soft); margin: 0 0 24px; }
form { display: flex; gap: 8px; margin-bottom: 16px; }
input { flex: 1; min-width: 0; font: inherit; color: inherit; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
button, .back { font: inherit; padding: 8px 16px; border-radius: 8px; border: 1px solid var(--line); background: var(--paper); color: inherit; text-decoration: none; cursor: pointer; }
ul { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; gap: 2px; padding: 14px 16px; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--back); } li strong { font-weight: 600; }
li span, dd { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: -2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0; } dt { font-weight: 600; } dd { margin: 0; font-size: 16px; }
blockquote { margin: 0; padding: 16px; max-width: 42ch; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); overflow-wrap: anywhere; }
iframe { width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mailbox/style.css"></head><body><main>${body}</main></body></html>`;

/** `Rui <rui@exemplo.com.br>`, or a number alone. */
const recipient = ({ channel, to }: MailboxEntry): string =>
  channel === 'sms' ? escapeHtml(to.address) : `${escapeHtml(to.name)} &lt;${escapeHtml(to.address)}&gt;`;

const line = (entry: MailboxEntry): string =>
  `<li><a href="/dev/mailbox/${encodeURIComponent(entry.id)}"><strong>${escapeHtml(entry.subject)}</strong>
<span>${recipient(entry)} · ${clock.format(entry.sentAt)}</span></a></li>`;

function listPage(messages: MailboxEntry[], search: string): string {
  const list =
    messages.length === 0
      ? '<p>Nenhuma mensagem por aqui ainda. Convites e códigos aparecem assim que são enviados.</p>'
      : `<ul>${messages.map(line).join('')}</ul>`;
  return page(
    'Caixa de mensagens',
    `<h1>Caixa de mensagens</h1><p>Nesta instalação local emails e SMS não saem: ficam todos aqui.</p>
<form method="get" role="search"><input type="search" name="search" aria-label="Buscar mensagens" placeholder="Buscar por endereço, telefone, nome ou assunto" value="${escapeHtml(search)}"><button>Buscar</button></form>${list}`,
  );
}

function messagePage(message: StoredMessage): string {
  const { id, channel, subject, text, sentAt } = message;
  const body =
    channel === 'sms'
      ? `<blockquote>${escapeHtml(text).replaceAll('\n', '<br>')}</blockquote>`
      : `<iframe title="Mensagem" src="/dev/mailbox/${encodeURIComponent(id)}/body"></iframe>`;
  return page(
    subject,
    `<a class="back" href="/dev/mailbox">← Todas as mensagens</a><dl><dt>Assunto</dt><dd>${escapeHtml(subject)}</dd>
<dt>Para</dt><dd>${recipient(message)}</dd><dt>Enviada</dt><dd>${clock.format(sentAt)}</dd></dl>
${body}`,
  );
}

const listQuery = z.object({ to: z.string().optional(), search: z.string().default('') });
const messageParams = z.object({ id: z.string().max(128) });
/** The message is foreign HTML: no scripts, nothing but the account's logo; its links open in the top window. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";

/** A proxy on this machine connects by loopback on behalf of others, and says so by one of these. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** @throws Refusal ROUTE_NOT_FOUND to a request that may come from another machine, or from a page of another origin */
function assertFromThisMachine({ raw, headers }: FastifyRequest): void {
  const { remoteAddress = '', localAddress = '' } = raw.socket;
  const isLocal =
    isLoopbackAddress(remoteAddress) &&
    isLoopbackAddress(localAddress) &&
    isLoopbackName(hostNameOf(headers.host) ?? '') &&
    FORWARDING_HEADERS.every((name) => headers[name] === undefined);
  if (!isLocal)
    throw new Refusal('ROUTE_NOT_FOUND', {
      detail: 'A caixa de mensagens de teste só abre na própria máquina em que o Lacre roda.',
    });
}

const HIDDEN = { config: { isHidden: true } };

/**
 * `/dev/mailbox`: what the installation would have mailed, for people and (as JSON) for tests. Mounted only where mail
 * has no server to leave by, in a scope of its own; its reader can sign as anyone, so it is for this machine alone
 * unless `isExposed`.
 */
export async function serveMailbox(
  app: FastifyInstance,
  mailbox: Mailbox,
  { isExposed }: { isExposed: boolean },
): Promise<void> {
  if (!isExposed)
    app.addHook('onRequest', (request, _reply, done) => {
      assertFromThisMachine(request);
      done();
    });
  app.get('/dev/mailbox/style.css', HIDDEN, (_request, reply) => reply.type('text/css').send(STYLE));
  app.get('/dev/mailbox', HIDDEN, async (request, reply) => {
    const { to, search } = listQuery.parse(request.query);
    const messages = await mailbox.listMessages({
      ...(to === undefined ? {} : { to }),
      search,
      limit: LISTED,
    });
    return reply.type(HTML).send(listPage(messages, search));
  });
  app.get('/dev/mailbox/messages', HIDDEN, async (request) => {
    const { to, search } = listQuery.parse(request.query);
    const entries = await mailbox.listMessages({
      ...(to === undefined ? {} : { to }),
      search,
      limit: LISTED,
    });
    const messages = await Promise.all(entries.map(({ id }) => mailbox.readMessage(id)));
    return {
      items: messages
        .filter((message) => message !== undefined)
        .map(({ id, channel, to: { address }, subject, text, sentAt }) => ({
          id,
          channel,
          to: address,
          subject,
          text,
          sentAt,
        })),
    };
  });
  app.get('/dev/mailbox/:id', HIDDEN, async (request, reply) => {
    const message = await mailbox.readMessage(messageParams.parse(request.params).id);
    if (message === undefined)
      return reply
        .code(404)
        .type(HTML)
        .send(page(MISSING, `<h1>${MISSING}</h1>`));
    return reply.type(HTML).send(messagePage(message));
  });
  app.get('/dev/mailbox/:id/body', HIDDEN, async (request, reply) => {
    const message = await mailbox.readMessage(messageParams.parse(request.params).id);
    if (message === undefined) return reply.code(404).send();
    return reply
      .header('content-security-policy', MESSAGE_POLICY)
      .type(HTML)
      .send(message.html.replaceAll('<a ', '<a target="_top" '));
  });
}
