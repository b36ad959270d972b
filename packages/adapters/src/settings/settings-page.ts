import { SETTING_GROUPS } from './index.ts';
import type { Reader, Setting } from './setting.ts';

const READERS: Readonly<Record<Reader, string>> = {
  command: 'command',
  query: 'query',
  projector: 'projector',
  signer: 'signer',
  page: 'page',
  start: '`npm start`',
  commands: '`lacre`',
};

const INTRODUCTION = `# Settings

Made by \`npm run docs:settings\` from \`packages/adapters/src/settings\`, which checks what is given.

- Settings are variables of the environment. An empty one is an absent one.
- A service reads the settings that name it, and does not start without those that name it in **bold**. \`npm start\` is all services in one process, with keys and addresses of its own in \`DATA_DIR\`; \`lacre\` is the operator's commands.
- A **secret** may be given in a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\` for \`DATABASE_URL\`, and so on. One line break at its end is removed. Giving both is an error.
- All that is wrong is said at once when a process starts, in Portuguese, a line for each setting and without its value: what is malformed, missing or contradicts another setting, files that cannot be read, and unknown names that differ from that of a setting by a letter or two. The process then ends, with status 1 (services) or 2 (\`npm start\` and \`lacre\`).
- Where a default is not shown, there is none: what the setting is for is then off.
`;

/** `docs/operating/settings.md`, as the formatter leaves it. */
export const settingsPage = (): string =>
  [
    INTRODUCTION,
    ...SETTING_GROUPS.map(
      ([title, group]) => `## ${title}\n\n${tableOf(Object.entries(group).map(rowOf))}\n`,
    ),
  ].join('\n');

const HEADER = ['setting', 'meaning', 'default', 'secret', 'read by'];

function rowOf([name, setting]: [string, Setting]): string[] {
  const { description, isSecret = false, readBy, neededBy = [] } = setting;
  const readers = readBy.map((reader) =>
    neededBy.some((service) => service === reader) ? `**${READERS[reader]}**` : READERS[reader],
  );
  return [`\`${name}\``, description, defaultOf(setting), isSecret ? 'yes' : '', readers.join(', ')];
}

function defaultOf({ schema, shownDefault }: Setting): string {
  if (shownDefault !== undefined) return shownDefault;
  const value = schema.safeParse(undefined).data as string | number | boolean | string[] | object | undefined;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  const text = Array.isArray(value)
    ? value.join(',')
    : isPlain
      ? JSON.stringify(value).replaceAll('"', '')
      : '';
  return text === '' ? '' : `\`${text}\``;
}

function tableOf(rows: readonly string[][]): string {
  const all = [HEADER, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = HEADER.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
