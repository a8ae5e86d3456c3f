/**
 * What the mock model does is written in the message itself, one directive at the end of it:
 * `say 1500`, `tool search_orders 4000`, `deaf export_ledger 9000`, `ask refund_order 0`, `hang`.
 * Times are milliseconds.
 */

export interface Directive {
  does: 'say' | 'tool' | 'deaf' | 'ask' | 'hang';
  /** The tool to call, where one is called. */
  tool: string;
  ms: number;
}

const DIRECTIVE = /\[(say|tool|deaf|ask|hang)(?: ([a-z_]+))??(?: (\d+))?\]\s*$/;

/** The directive at the end of a message; a short answer where there is none. */
export function directiveOf(message: string): Directive {
  const found = DIRECTIVE.exec(message.trim());
  if (!found) return { does: 'say', tool: '', ms: 400 };
  const [, does, tool = '', ms = '0'] = found;
  return { does: does as Directive['does'], tool, ms: Number(ms) };
}
