/** What each command does. */

import { randomUUID } from 'node:crypto';
import { ACTIONS, type Action, type ActionInput } from '../lib/admin/action.ts';
import { problemOf, problemText } from '../lib/board/query/query-problem.ts';
import type { CommandLine } from './command-line.ts';
import { EXIT, exitCodeOf, usageError } from './exit-codes.ts';
import { leaseIdFrom } from './lease-name.ts';
import { didYouMean } from './near-names.ts';
import { plainJson, plainLines } from './plain.ts';
import { adopterTable, changeLine, duration, leaseFacts, leaseTable, resultText } from './print.ts';
import type { Doubt, LeaseSource } from './source/lease-source.ts';

/** Runs it; answers the exit code. */
export async function runCommand(line: CommandLine, source: LeaseSource): Promise<number> {
  const act = ACTIONS.find((name) => name === line.command);
  if (act) return await runAct(act, line, source);
  if (line.command === 'ls') return await list(line, source);
  if (line.command === 'get') return await get(line, source);
  if (line.command === 'watch') return await watch(line, source);
  if (line.command === 'history') return await history(line, source);
  return await adopters(line, source);
}

async function list({ words, options, json }: CommandLine, source: LeaseSource): Promise<number> {
  const { limit = 100, sort = 'attention' } = options;
  const q = words.join(' ');
  const problem = problemOf(q);
  if (problem?.sure) throw usageError(problemText(problem));
  const { doubt, ...found } = await source.list({ q, limit, sort });
  if (problem && found.total === 0 && !doubt) throw usageError(problemText(problem));
  if (json) {
    show(found);
  } else {
    if (found.leases.length > 0) console.log(leaseTable(found.leases));
    const rest = found.total - found.leases.length;
    const total = `${found.total} ${found.total === 1 ? 'lease' : 'leases'}`;
    console.error(rest > 0 ? `${total}, ${rest} not shown: see --limit` : total);
  }
  return doubted(staleness(found.staleMs) ?? scanning(found.complete) ?? doubt);
}

async function get(line: CommandLine, source: LeaseSource): Promise<number> {
  const lease = await source.get(leaseIdFrom(line.words[0], line.prefixes));
  if (line.json) show(lease);
  else console.log(lease ? leaseFacts(lease) : 'Nobody holds it.');
  if (lease) return EXIT.done;
  await hint(line, source);
  return EXIT.notHeld;
}

async function watch({ json }: CommandLine, source: LeaseSource): Promise<number> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  await source.watch(
    (entry) => console.log(json ? plainJson(JSON.stringify(entry)) : changeLine(entry)),
    interrupted.signal,
    (staleMs) => console.error(staleness(staleMs)?.says ?? 'Redis responds again.'),
  );
  return EXIT.done;
}

async function history(line: CommandLine, source: LeaseSource): Promise<number> {
  const [word] = line.words;
  const leaseId = word === undefined ? undefined : leaseIdFrom(word, line.prefixes);
  const { entries, staleMs } = await source.history({ leaseId, limit: line.options.limit ?? 50 });
  if (line.json) show({ entries, staleMs });
  else for (const entry of entries) console.log(changeLine(entry));
  if (entries.length === 0 && word !== undefined) await hint(line, source);
  return doubted(staleness(staleMs));
}

async function adopters({ json }: CommandLine, source: LeaseSource): Promise<number> {
  const found = await source.adopters();
  if (json) show({ adopters: found });
  else console.log(found.length > 0 ? adopterTable(found) : 'No process adopts leases now.');
  return EXIT.done;
}

async function runAct(act: Action, line: CommandLine, source: LeaseSource): Promise<number> {
  const { options, words, prefixes, json } = line;
  const { expectOwner, expectOwnerDigest, reason } = options;
  const leaseId = leaseIdFrom(words[0], prefixes);
  if (expectOwner === undefined) throw usageError('--expect-owner: name the owner you saw.');
  if (!reason?.trim()) throw usageError('--reason: give the reason.');
  if (act === 'transfer' && !options.to) throw usageError('--to: name the new owner.');
  const input: ActionInput = {
    leaseId,
    expectOwner,
    expectOwnerDigest,
    expectFence: options.expectFence,
    reason,
    requestId: options.requestId ?? randomUUID(),
    to: options.to,
    ttlMs: options.ttlMs,
    clearPendingSignals: options.dropQueue || undefined,
  };
  const result = await source.act(act, input);
  if (json) show(result);
  else console.log(resultText(result, input));
  if (result.outcome === 'already-free') await hint(line, source);
  return exitCodeOf(result.outcome);
}

/** Nothing was found under a key: says which lease may have been meant, on stderr. */
async function hint(line: CommandLine, source: LeaseSource): Promise<void> {
  const sentence = await didYouMean(line, source);
  if (sentence !== null) console.error(sentence);
}

function staleness(staleMs: number | null): Doubt | undefined {
  if (staleMs === null) return undefined;
  const says = `Redis does not respond. Last-known state from ${duration(staleMs)} ago.`;
  return { says, exitCode: EXIT.failed };
}

function scanning(complete: boolean): Doubt | undefined {
  if (complete) return undefined;
  const says = 'The leases are still being read; there may be more.';
  return { says, exitCode: EXIT.failed };
}

/** Says on stderr what an answer lacks. */
function doubted(doubt: Doubt | undefined): number {
  if (!doubt) return EXIT.done;
  console.error(plainLines(doubt.says));
  return doubt.exitCode;
}

function show(value: unknown): void {
  console.log(plainJson(JSON.stringify(value, null, 2)));
}
