import { expect, it } from 'vitest';
import { parseView, ViewError } from './parse-view.ts';

const viewOf = (query: string) => parseView(new URLSearchParams(query));

it('has a default for everything', () => {
  expect(viewOf('unknown=1&q=')).toEqual({
    q: '',
    health: null,
    kind: null,
    sort: 'attention',
    limit: 100,
    offset: 0,
  });
});

it('reads every parameter', () => {
  expect(viewOf('q=a%20b&health=late&kind=thread&sort=-ttl&limit=5&offset=10')).toEqual({
    q: 'a b',
    health: 'late',
    kind: 'thread',
    sort: '-ttl',
    limit: 5,
    offset: 10,
  });
});

it.each([
  'health=fine',
  'kind=lock',
  'sort=name',
  'limit=0',
  'limit=many',
  'offset=-1',
  'limit=1.5',
])('refuses %s, naming the parameter', (query) => {
  expect(() => viewOf(query)).toThrow(ViewError);
  expect(() => viewOf(query)).toThrow(query.split('=')[0]);
});

it('refuses a search that is too long, quoting its beginning alone', () => {
  expect(viewOf(`q=${'x'.repeat(500)}`).q).toHaveLength(500);
  expect(() => viewOf(`q=${'x'.repeat(501)}`)).toThrow(ViewError);
  expect(() => viewOf(`q=${'x'.repeat(501)}`)).toThrow(/^q “x{60}”/);
});
