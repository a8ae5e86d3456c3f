/** What happens in the demo: people write, agents answer, some things go wrong. Ends with its signal. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import { APPROVAL_THREAD, DOOMED_THREADS, EXPORT_THREAD, HUNG_THREAD } from './threads.ts';
import type { ThreadRef } from './worker-protocol.ts';

const QUESTIONS = [
  'Where is my parcel? [tool search_orders 9000]',
  'Can you resend the invoice? [tool fetch_invoice 6000]',
  'Please sum up the last quarter. [tool run_report 18000]',
  'Thanks, one more thing. [say 5000]',
  'Is the blue one in stock? [say 8000]',
] as const;

/** One thread: a question wakes a run, follow-ups take the lease over from it, then a pause. */
export async function converse(
  fleet: Fleet,
  thread: ThreadRef,
  signal: AbortSignal,
): Promise<void> {
  await pause(0, 8_000, signal);
  while (!signal.aborted) {
    const process = oneOf(fleet.agents);
    await tried(process.order({ does: 'send', ...thread, text: oneOf(QUESTIONS) }));
    for (let followUps = Math.floor(Math.random() * 3); followUps > 0; followUps--) {
      await pause(400, 1_200, signal);
      await tried(process.order({ does: 'queue', ...thread, text: oneOf(QUESTIONS) }));
    }
    // Somebody writes through another process while the run is on: it is delivered, not raced.
    if (Math.random() < 0.3) {
      await tried(oneOf(fleet.agents).order({ does: 'send', ...thread, text: oneOf(QUESTIONS) }));
    }
    await pause(12_000, 35_000, signal);
  }
}

/** A run that is held and renewed and gets nowhere. Stopped by an operator, it comes back later. */
export async function hang(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const process = first(fleet.agents);
  while (!signal.aborted) {
    await tried(process.order({ does: 'send', ...HUNG_THREAD, text: 'Weekly report [hang]' }));
    await pause(110_000, 130_000, signal);
  }
}

/** A run that waits for a person, who agrees after a while. */
export async function askForApproval(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const process = first(fleet.agents);
  const text = 'I want my money back [ask refund_order]';
  while (!signal.aborted) {
    const asked = await tried(process.order({ does: 'send', ...APPROVAL_THREAD, text }));
    await pause(80_000, 110_000, signal);
    const runId = asked?.runId;
    if (runId) await tried(process.order({ does: 'approve', ...APPROVAL_THREAD, runId }));
    await pause(6_000, 9_000, signal);
  }
}

/** A tool that works on when its run is aborted. */
export async function exportLedger(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const text = 'The ledger, please [deaf export_ledger 40000]';
  while (!signal.aborted) {
    await tried(oneOf(fleet.agents).order({ does: 'send', ...EXPORT_THREAD, text }));
    await pause(50_000, 60_000, signal);
  }
}

/** A process that dies in the middle of its work and is started again a little later. */
export async function crash(fleet: Fleet, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const thread of DOOMED_THREADS) {
      const text = 'Import the list [tool run_report 60000]';
      await tried(fleet.crashing.order({ does: 'send', ...thread, text }));
    }
    await pause(35_000, 50_000, signal);
    await fleet.crash();
    await pause(25_000, 30_000, signal);
    await fleet.restart();
  }
}

/** An order may find its process dead or its thread taken; the demo goes on. */
async function tried<T>(order: Promise<T>): Promise<T | null> {
  return order.catch(() => null);
}

/** Waits a random time. @throws when the demo ends meanwhile. */
async function pause(fromMs: number, toMs: number, signal: AbortSignal): Promise<void> {
  await delay(fromMs + Math.random() * (toMs - fromMs), undefined, { signal });
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] ?? first(choices);
}

function first<T>(choices: readonly T[]): T {
  const [choice] = choices;
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
}
