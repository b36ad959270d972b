import { renderBlock } from './block.ts';
import type { BlockOf, BlockRenderers, Email, Inline } from './block.ts';
import { FRAME_WORDS, languageOfEmail, type FrameWords } from './frame-words.ts';
import { markup } from './markup.ts';
import type { Markup } from './markup.ts';
import { colorsOf, initialOf, namedByDomain, type Sender } from './sender.ts';
import { unlinked } from './unlinked.ts';

/**
 * Tables and inline styles, since that is what all mail programs show alike; classes only for the dark colours,
 * which programs that know `prefers-color-scheme` take from the style sheet. Nothing is fetched but the account's logo,
 * and the message says the same without it.
 */
/** Names without quotes, as CSS allows: within an attribute quotes would have to be escaped. */
const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;';
const TEXT = `${FONT}font-size:16px;line-height:24px;color:#2b2638;`;
/** 7:1 on page, card and panel, as is the dark one below (WCAG 1.4.6): no program asks a mail for more contrast. */
const SMALL = `${FONT}font-size:13px;line-height:20px;color:#524d5e;`;
const CODE =
  'font-family:Consolas,Menlo,Courier New,monospace;font-size:34px;line-height:48px;font-weight:700;letter-spacing:8px;color:#1c1730;';
const LINK = '#5e35e6';

const STYLE_SHEET = markup`<style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background-color: #14111d !important; }
        .card { background-color: #1e1a2b !important; border-color: #352f47 !important; }
        .text { color: #ece9f5 !important; }
        .muted { color: #bfb9cf !important; }
        .panel { background-color: #28233a !important; border-color: #40395a !important; }
        .link { color: #b59cff !important; }
        .line { border-color: #352f47 !important; }
      }
      @media (max-width: 480px) {
        .inside { padding: 28px 20px 12px !important; }
        .press { display: block !important; }
        .wide { width: 100% !important; }
      }
    </style>`;

/** Keeps mail programs from showing the beginning of the body after the preview: among it may be a code. */
const FILLER = markup`${Array.from({ length: 80 }, () => markup`&#847;&zwnj;&nbsp;`)}`;

export function renderHtml(email: Email): string {
  const language = languageOfEmail(email);
  const words = FRAME_WORDS[language];
  const greeting = email.recipientName
    ? [
        markup`<p class="text" style="margin:0 0 16px;${TEXT}">${words.greeting}, ${unlinked(email.recipientName)},</p>`,
      ]
    : [];
  return markup`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${email.title}</title>
    ${STYLE_SHEET}
  </head>
  <body class="page" style="margin:0;padding:0;background-color:#f3f1fa;">
    <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${unlinked(email.preview)}${FILLER}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f1fa;">
      <tr>
        <td align="center" style="padding:32px 12px;">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
            <tr>
              <td style="padding:0 4px 20px;">${masthead(email.sender)}</td>
            </tr>
            <tr>
              <td class="card inside" style="padding:36px 40px 20px;background-color:#ffffff;border:1px solid #e4e0f0;border-radius:14px;">
                <h1 class="text" style="margin:0 0 20px;${FONT}font-size:24px;line-height:31px;font-weight:700;letter-spacing:-0.2px;color:#1c1730;">${email.title}</h1>
                ${greeting}
                ${email.blocks.map((block) => renderBlock(blocksOf(email.sender, words), block))}
              </td>
            </tr>
            <tr>
              <td style="padding:20px 4px 0;">
                <p class="muted" style="margin:0 0 6px;${SMALL}">${email.because}</p>
                <p class="muted" style="margin:0;${SMALL}">${words.sentBy} ${unlinked(namedByDomain(email.sender))} ${words.by} <strong>Lacre</strong> · ${words.product}</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`.text;
}

/** Height of the mark, pixels; a logo may be four times as wide. */
const MARK = 40;

/** Beside the name, which is freely chosen: the address is the account's alone. */
const domainOf = ({ domain }: Sender): Markup | '' =>
  domain === undefined
    ? ''
    : markup`<br><span class="muted" style="${SMALL}font-weight:400;">${domain}</span>`;

/**
 * The account's logo, or its first letter drawn with type and a table cell alone, and its name. The mark stands in a
 * table of its own: in a row with a long name it would be as high as that. Its least width keeps it square beside one.
 */
function masthead(sender: Sender): Markup {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td valign="middle"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${sender.logo === undefined ? initial(sender) : logo(sender.logo)}</tr></table></td>
                    <td class="text" style="padding-left:12px;${FONT}font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:#1c1730;word-break:break-word;">${unlinked(sender.name)}${domainOf(sender)}</td>
                  </tr>
                </table>`;
}

function initial(sender: Sender): Markup {
  const { fill, ink } = colorsOf(sender);
  return markup`<td width="${MARK}" height="${MARK}" align="center" valign="middle" bgcolor="${fill}" style="width:${MARK}px;min-width:${MARK}px;height:${MARK}px;border-radius:10px;background-color:${fill};${FONT}font-size:20px;line-height:${MARK}px;font-weight:700;color:${ink};" aria-hidden="true">${initialOf(sender)}</td>`;
}

/** On white in both modes: logos are drawn for it. Its name stands beside it, so it has no other text. */
function logo(address: string): Markup {
  return markup`<td valign="middle" bgcolor="#ffffff" style="padding:6px 8px;border-radius:10px;background-color:#ffffff;"><img src="${address}" height="${MARK - 8}" alt="" style="display:block;height:${MARK - 8}px;width:auto;max-width:${4 * MARK}px;border:0;"></td>`;
}

const blocksOf = (sender: Sender, words: FrameWords): BlockRenderers<Markup> => ({
  paragraph: ({ content }) =>
    markup`<p class="text" style="margin:0 0 16px;${TEXT}">${inlineHtml(content)}</p>
                `,
  note: ({ content }) =>
    markup`<p class="muted" style="margin:0 0 12px;${SMALL}">${inlineHtml(content)}</p>
                `,
  facts: ({ rows }) => factsHtml(rows),
  list: ({ title, items }) => listHtml(title, items),
  quote: ({ title, text }) =>
    panel(
      markup`<p class="muted" style="margin:0 0 4px;${SMALL}">${title}</p>
                      <p class="text" style="margin:0;white-space:pre-line;${TEXT}">${unlinked(text.trim())}</p>`,
    ),
  button: (button) => buttonHtml(button, colorsOf(sender), words),
  code: ({ digits }) =>
    panel(markup`<p class="text" style="margin:0;text-align:center;${CODE}">${digits}</p>`),
});

function inlineHtml(content: readonly Inline[]): Markup[] {
  return content.map((part) =>
    typeof part === 'string' ? markup`${part}` : markup`<strong>${unlinked(part.strong)}</strong>`,
  );
}

function factsHtml(rows: readonly { label: string; value: string }[]): Markup {
  const lines = rows.map(
    ({ label, value }, index) =>
      markup`<p class="muted" style="margin:${index === 0 ? '0' : '10px 0 0'};${SMALL}">${label}</p>
                      <p class="text" style="margin:0;${TEXT}">${unlinked(value)}</p>
                      `,
  );
  return panel(markup`${lines}`);
}

function listHtml(title: string, items: readonly string[]): Markup {
  const rows = items.map(
    (item) =>
      markup`<tr>
                    <td class="line text" style="padding:10px 0;border-top:1px solid #e4e0f0;word-break:break-word;${TEXT}">${unlinked(item)}</td>
                  </tr>
                  `,
  );
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;">
                  <tr>
                    <td class="muted" style="padding:0 0 6px;${SMALL}">${title}</td>
                  </tr>
                  ${rows}</table>
                `;
}

/** The whole cell is the button, in the colour of the account: it stays readable where styles are dropped. */
function buttonHtml(
  { label, link }: BlockOf<'button'>,
  { fill, ink }: { fill: string; ink: string },
  { orCopy }: FrameWords,
): Markup {
  const style = `display:inline-block;padding:14px 32px;${FONT}font-size:16px;line-height:20px;font-weight:600;color:${ink};text-decoration:none;border-radius:10px;`;
  return markup`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px;">
                  <tr>
                    <td align="center" bgcolor="${fill}" style="border-radius:10px;background-color:${fill};"><a class="press" href="${link}" style="${style}">${label}</a></td>
                  </tr>
                </table>
                <p class="muted" style="margin:0 0 20px;${SMALL}">${orCopy}<br><a class="link" href="${link}" style="color:${LINK};word-break:break-all;">${link}</a></p>
                `;
}

function panel(content: Markup): Markup {
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;">
                  <tr>
                    <td class="panel" style="padding:16px 18px;background-color:#f7f5fd;border:1px solid #e9e5f6;border-radius:10px;word-break:break-word;">
                      ${content}
                    </td>
                  </tr>
                </table>
                `;
}
