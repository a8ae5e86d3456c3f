import { expect, it } from 'vitest';
import { QUALIFIERS } from './parse-query.ts';
import { problemOf, problemText, QUALIFIER_VALUES } from './query-problem.ts';

it.each([
  'order-88 acct_42',
  'owner:6d73 -kind:thread process:"web 3" held:>10m held:<1.5s',
  'health:late,silent HEALTH:At-Risk -health:healthy',
  'health: kind: held: owner:',
  'health:late,',
  'thread:nonsense prefix:nonsense',
  '"health is nonsense"',
])('finds nothing wrong in %s', (query) => {
  expect(problemOf(query)).toBeNull();
});

it.each([
  ['health:nonsense', { about: 'health', value: 'nonsense' }],
  ['health:late,slient', { about: 'health', value: 'slient' }],
  ['-health:"no such"', { about: 'health', value: 'no such' }],
  ['kind:lock', { about: 'kind', value: 'lock' }],
  ['kind:thread,step', { about: 'kind', value: 'thread,step' }],
  ['order-88 held:>banana', { about: 'held', value: '>banana' }],
  ['held:10', { about: 'held', value: '10' }],
  ['foo:bar health:nonsense', { about: 'health', value: 'nonsense' }],
])('is sure that nothing is ever found by %s', (query, problem) => {
  expect(problemOf(query)).toEqual({ ...problem, sure: true });
});

it('cannot be sure of what looks like a qualifier: keys hold colons', () => {
  expect(problemOf('tenant:eu:42')).toEqual({ about: 'qualifier', value: 'tenant', sure: false });
  expect(problemOf('helth:silent')).toMatchObject({ value: 'helth', sure: false });
});

it('says what can be written instead', () => {
  const text = (query: string) => {
    const problem = problemOf(query);
    return problem && problemText(problem);
  };
  for (const value of QUALIFIER_VALUES.health) expect(text('health:x')).toContain(value);
  expect(text('health:x')).toMatch(/^health: is one of healthy, late, .*“x”\.$/);
  expect(text('held:>banana')).toContain('held:>10m');
  for (const name of QUALIFIERS) expect(text('foo:bar')).toContain(`${name}:`);
});
