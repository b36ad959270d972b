/** What is done with a stream: read, write, delete, and read or write its metadata. */
type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';

export interface Caller {
  login: string;
  groups: readonly string[];
}

type Rights = Partial<Record<Right, string | readonly string[]>>;

const OF_USERS: Rights = { $r: '$all', $w: '$all', $d: '$all', $mr: '$all', $mw: '$all' };
const OF_SYSTEM: Rights = {
  $r: '$admins',
  $w: '$admins',
  $d: '$admins',
  $mr: '$admins',
  $mw: '$admins',
};

/**
 * Who may do what, as the server decides it (`LegacyStreamPermissionAssertion`): by the stream's own metadata, else by
 * `$settings`, else by what is built in. Administrators may do everything, the anonymous nothing.
 */
export class RightsBook {
  readonly #ofStreams = new Map<string, Rights>();
  #defaults: { $userStreamAcl?: Rights; $systemStreamAcl?: Rights } = {};

  /** Takes in what was written to the server's own documents. */
  note(stream: string, data: Uint8Array): void {
    if (stream === '$settings') this.#defaults = jsonOf(data);
    else if (stream.startsWith('$$'))
      this.#ofStreams.set(stream.slice(2), (jsonOf(data) as { $acl?: Rights }).$acl ?? {});
  }

  allows(caller: Caller | undefined, stream: string, right: 'read' | 'write' | 'delete'): boolean {
    if (caller === undefined) return false;
    if (caller.groups.includes('$admins')) return true;
    const isMetadata = stream.startsWith('$$');
    const subject = isMetadata ? stream.slice(2) : stream;
    const name = NAMES[right][isMetadata ? 1 : 0];
    const isSystem = subject.startsWith('$');
    const named =
      this.#ofStreams.get(subject)?.[name] ??
      (isSystem ? this.#defaults.$systemStreamAcl : this.#defaults.$userStreamAcl)?.[name] ??
      (isSystem ? OF_SYSTEM : OF_USERS)[name] ??
      [];
    const wanted = typeof named === 'string' ? [named] : named;
    return wanted.some((one) => one === '$all' || one === caller.login || caller.groups.includes(one));
  }
}

const NAMES = { read: ['$r', '$mr'], write: ['$w', '$mw'], delete: ['$d', '$d'] } as const;

const jsonOf = (data: Uint8Array): Record<string, Rights> =>
  JSON.parse(Buffer.from(data).toString('utf8')) as Record<string, Rights>;
