import { expect, it } from 'vitest';

import { RequestBudget } from './request-budget.ts';

it('counts the addresses of one /64 together, in whatever form they are written', () => {
  const budget = new RequestBudget({ tries: 3, windowSeconds: 60 }, () => 0);
  for (const address of ['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:0:7::'])
    expect(() => budget.spend(address)).not.toThrow();
  expect(() => budget.spend('2001:0db8::2')).toThrow('TOO_MANY_REQUESTS');
  expect(() => budget.spend('2001:db8:0:1::2')).not.toThrow();
});

it('counts an IPv4 address and its IPv6 form together', () => {
  const budget = new RequestBudget({ tries: 1, windowSeconds: 60 }, () => 0);
  budget.spend('203.0.113.7');
  expect(() => budget.spend('::ffff:203.0.113.7')).toThrow('TOO_MANY_REQUESTS');
});

it('begins anew after its window', () => {
  let now = 0;
  const budget = new RequestBudget({ tries: 1, windowSeconds: 60 }, () => now);
  budget.spend('203.0.113.7');
  now = 59_999;
  expect(() => budget.spend('203.0.113.7')).toThrow('TOO_MANY_REQUESTS');
  now = 60_000;
  expect(() => budget.spend('203.0.113.7')).not.toThrow();
});
