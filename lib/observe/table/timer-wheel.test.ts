import { expect, it } from 'vitest';
import { TICK_MS, TimerWheel, type Wakeable } from './timer-wheel.ts';

const START = 1_000_000;

function wheelOf() {
  const wheel = new TimerWheel<Wakeable & { name: string }>(START);
  const item = (name: string) => ({ name, wakeTick: -1 });
  const dueBy = (at: number) => {
    const due: string[] = [];
    wheel.advance(at, (one) => due.push(one.name));
    return due;
  };
  return { wheel, item, dueBy };
}

it('wakes what is due, once, never early and at most a tick late', () => {
  const { wheel, item, dueBy } = wheelOf();
  wheel.plan(item('a'), START + 105);
  wheel.plan(item('b'), START + 300);
  expect(dueBy(START + 100)).toEqual([]);
  expect(dueBy(START + 105 + TICK_MS)).toEqual(['a']);
  expect(dueBy(START + 10_000)).toEqual(['b']);
  expect(dueBy(START + 20_000)).toEqual([]);
});

it('keeps the earlier of two plans', () => {
  const { wheel, item, dueBy } = wheelOf();
  const [later, earlier] = [item('later'), item('earlier')];
  wheel.plan(later, START + 100);
  wheel.plan(later, START + 5000);
  wheel.plan(earlier, START + 5000);
  wheel.plan(earlier, START + 100);
  expect(dueBy(START + 200)).toEqual(['later', 'earlier']);
  expect(dueBy(START + 6000)).toEqual([]);
});

it('lets an item plan again while it is woken, and forgets one that is dropped', () => {
  const { wheel, item } = wheelOf();
  const [again, dropped] = [item('again'), item('dropped')];
  wheel.plan(again, START + 20);
  wheel.plan(dropped, START + 20);
  wheel.drop(dropped);
  const woken: string[] = [];
  const wake = (one: { name: string; wakeTick: number }) => {
    woken.push(one.name);
    if (woken.length < 3) wheel.plan(one, START + 20 + woken.length * 100);
  };
  wheel.advance(START + 1000, wake);
  expect(woken).toEqual(['again', 'again', 'again']);
});

it('gets over a long sleep at once', () => {
  const { wheel, item, dueBy } = wheelOf();
  const year = 365 * 86_400_000;
  wheel.plan(item('soon'), START + 50);
  wheel.plan(item('in a year'), START + year);
  expect(dueBy(START + year - 1000)).toEqual(['soon']);
  expect(dueBy(START + 2 * year)).toEqual(['in a year']);
});

it('wakes what was planned between two due times while they were handed over', () => {
  const { wheel, item } = wheelOf();
  const woken: string[] = [];
  const between = item('between');
  wheel.plan(item('first'), START + 100);
  wheel.plan(item('last'), START + 900);
  wheel.advance(START + 1000, (one) => {
    woken.push(one.name);
    if (one.name === 'first') wheel.plan(between, START + 500);
  });
  wheel.advance(START + 1040, (one) => woken.push(one.name));
  expect(woken.sort()).toEqual(['between', 'first', 'last']);
});
