import { randomUUID } from 'node:crypto';

import type { Marks } from './marks.ts';
import { ID_NAMES, type IdName, type Tenant } from './tenants.ts';

/** Removed by their own people: what their own requests name is what may go. */
const REMOVES =
  /^(?:remove|erase|revoke|deactivate|withdraw|forget|unlink)|^(?:rotateWebhookSecret|resumeWebhook|inviteUser|replaceContact|promoteAdministrator|demoteAdministrator|offerAdministration|acceptAdministration|endAdministrationOffer)$/;

/**
 * The choices of one request: whose thing each of its ids is. Of three ids one is the caller's own tenant's, one another
 * tenant's, and one in twelve of no tenant.
 */
export class Draw {
  readonly #next: () => number;
  readonly #tenants: readonly Tenant[];
  readonly #own: Tenant | undefined;
  readonly #marks: Marks;
  readonly #removes: boolean;
  readonly #namesHidden: boolean;
  /** Tenants whose things the request names. */
  readonly named = new Set<string>();

  constructor(
    next: () => number,
    world: {
      tenants: readonly Tenant[];
      own: Tenant | undefined;
      marks: Marks;
      operation: string;
      /** Whether the hidden company may be named: no caller who could is to show it to others. */
      namesHidden: boolean;
    },
  ) {
    this.#next = next;
    this.#tenants = world.tenants;
    this.#own = world.own;
    this.#marks = world.marks;
    this.#namesHidden = world.namesHidden;
    this.#removes = REMOVES.test(world.operation);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  one<Value>(of: readonly Value[]): Value | undefined {
    return of[this.below(of.length)];
  }

  id(name: IdName): string {
    if (this.chance(1 / 12)) return this.#nobodys(name);
    const isForeign = this.#own === undefined || this.chance(0.5);
    const whose = isForeign ? this.other() : this.#own;
    if (whose === undefined) return this.#nobodys(name);
    const found = this.one(isForeign ? whose.ids[name] : this.#owned(whose, name));
    if (found === undefined) return this.#nobodys(name);
    this.named.add(whose.tenantId);
    return found;
  }

  #owned({ ids, hidden, expendable }: Tenant, name: IdName): readonly string[] {
    if (this.#removes) return expendable[name] ?? [];
    return (this.#namesHidden && this.chance(0.3) ? hidden[name] : undefined) ?? ids[name];
  }

  /** Any tenant but the caller's. */
  other(): Tenant | undefined {
    return this.one(this.#tenants.filter((tenant) => tenant !== this.#own));
  }

  /** Words to search for: another tenant's, which all its texts have, or one's own. */
  words(): string {
    return (this.chance(0.6) ? this.other() : this.#own)?.word ?? 'marca';
  }

  /** A text of the caller's own: the secret of others is in nothing that is sent. */
  text(): string {
    return this.#own?.text() ?? 'Visitante';
  }

  #nobodys(name: IdName): string {
    if (name === 'domain') return `nenhum-${this.below(1e6)}`;
    if (name === 'cpf') return '52998224725';
    if (name === 'cnpj') return '11222333000181';
    if (name === 'email') return `ninguem${this.below(1e6)}@exemplo.com.br`;
    if (name === 'code') return 'AAAA-AAAA-AAAA-AAAA';
    if (name === 'sha256' || name === 'documentSha256') return '0'.repeat(64);
    if (name === 'position') return String(this.below(1e5));
    if (name === 'proof') return 'nenhuma';
    const id = this.#marks.makeUp(randomUUID());
    return name === 'signatureId' ? `${id}:1` : id;
  }
}

/** Names that params of operations give to ids, where they are not those above. */
const ALIASES: Readonly<Record<string, IdName>> = {
  uid: 'userId',
  cep: 'cnpj',
  passkeyId: 'factorId',
};

/** Whether it is known what the parameter of an operation's address names. */
export const isKnown = (param: string): boolean => param in PLAIN || idNameOf(param) !== undefined;

const idNameOf = (param: string): IdName | undefined => {
  const name = ALIASES[param] ?? param;
  return ID_NAMES.find((each) => each === name);
};

/** What is no id. */
const PLAIN: Readonly<Record<string, (draw: Draw) => string>> = {
  revision: (draw) => String(draw.below(8)),
  number: (draw) => String(1 + draw.below(5)),
};

export function paramOf(param: string, draw: Draw): string {
  const name = idNameOf(param);
  return name === undefined ? (PLAIN[param]?.(draw) ?? '') : draw.id(name);
}
