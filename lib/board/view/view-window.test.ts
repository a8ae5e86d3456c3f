import { expect, it } from 'vitest';
import { leasePrefixes } from '../../observe/table/lease-prefix.ts';
import { LeaseRecord } from '../../observe/table/lease-record.ts';
import { Annotations } from '../annotations.ts';
import { LeaseQuery } from '../query/lease-query.ts';
import { parseView } from './parse-view.ts';
import { ViewWindow } from './view-window.ts';

const [PREFIX = { name: '', keyStart: '' }] = leasePrefixes(['p']);
const HOME = { name: 'n', scanId: 1, reachable: true, due: () => {} };

function tableOf(names: string[]) {
  const leases = new Map<string, LeaseRecord>();
  let walks = 0;
  const add = (name: string) => {
    const lease = new LeaseRecord(`p:lease:u\0${name}`, PREFIX, 'thread', HOME);
    leases.set(name, lease);
    return lease;
  };
  names.forEach(add);
  return {
    add,
    remove: (name: string) => {
      const lease = leases.get(name);
      if (!lease) throw new Error(name);
      lease.gone = true;
      leases.delete(name);
      return lease;
    },
    get walks() {
      return walks;
    },
    source: {
      get size() {
        return leases.size;
      },
      now: () => 0,
      leases: () => {
        walks++;
        // Takes as long as a big table does, so that the window must do without another walk.
        const until = performance.now() + 5;
        while (performance.now() < until);
        return leases.values();
      },
      find: (name: string) => leases.get(name),
    },
  };
}

function windowOn(table: ReturnType<typeof tableOf>, query: string) {
  const view = parseView(new URLSearchParams(query));
  const window = new ViewWindow(table.source, new LeaseQuery(view, new Annotations()), null);
  const shown = () => window.leases.map((lease) => lease.key.split('\0')[1]).join(' ');
  window.refresh(1);
  return { window, shown };
}

it('puts changed leases in their places without walking through all of them', () => {
  const table = tableOf(['b', 'd', 'f', 'h']);
  const { window, shown } = windowOn(table, 'sort=thread&limit=3');
  expect(shown()).toBe('b d f');
  for (const name of ['c', 'a', 'z']) window.note(table.add(name));
  window.refresh(1);
  expect(shown()).toBe('a b c');
  expect(window.matched).toBe(7);
  window.note(table.remove('b'));
  window.refresh(1);
  expect(shown()).toBe('a c');
  expect(table.walks).toBe(1);
});

it('walks through all again when it has had its pause', () => {
  const table = tableOf(['a', 'b', 'c', 'd']);
  const { window, shown } = windowOn(table, 'sort=thread&limit=3');
  window.note(table.remove('a'));
  window.refresh(1);
  expect(shown()).toBe('b c');
  window.refresh(1, performance.now() + 60_000);
  expect(shown()).toBe('b c d');
  expect(table.walks).toBe(2);
});

it('lets in only what its filter matches, and out what no longer does', () => {
  const table = tableOf(['a', 'b']);
  const { window, shown } = windowOn(table, 'sort=thread&health=healthy');
  const late = table.add('c');
  late.health = 'late';
  window.note(late);
  window.refresh(1);
  expect(shown()).toBe('a b');
  late.health = 'healthy';
  window.note(late);
  window.refresh(1);
  expect(shown()).toBe('a b c');
  late.health = 'late';
  window.note(late);
  window.refresh(1);
  expect(shown()).toBe('a b');
});

it('costs nothing while nothing changes', () => {
  const table = tableOf(['a']);
  const { window } = windowOn(table, '');
  window.refresh(1, performance.now() + 60_000);
  expect(table.walks).toBe(1);
});
