/** Tools that take as long as they are told. */

import { setTimeout as delay } from 'node:timers/promises';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const inputSchema = z.object({ ms: z.number() });
const outputSchema = z.object({ ok: z.boolean() });

/** Stops when the run is aborted, as a tool should. */
function obedient(id: string, description: string) {
  return createTool({
    id,
    description,
    inputSchema,
    outputSchema,
    execute: async ({ ms }, context) => {
      await delay(ms, undefined, { signal: context?.abortSignal });
      return { ok: true };
    },
  });
}

/** Works on whatever happens to its run, as some tools do. */
function deaf(id: string, description: string) {
  return createTool({
    id,
    description,
    inputSchema,
    outputSchema,
    execute: async ({ ms }) => {
      await delay(ms);
      return { ok: true };
    },
  });
}

/** Waits for a person before it does anything. */
function approved(id: string, description: string) {
  return createTool({
    id,
    description,
    inputSchema,
    outputSchema,
    requireApproval: true,
    execute: async () => ({ ok: true }),
  });
}

export const tools = {
  search_orders: obedient('search_orders', 'Finds orders of a customer'),
  fetch_invoice: obedient('fetch_invoice', 'Loads an invoice'),
  run_report: obedient('run_report', 'Computes a long report'),
  export_ledger: deaf('export_ledger', 'Exports the ledger; cannot be interrupted'),
  refund_order: approved('refund_order', 'Refunds an order once a person agreed'),
};
