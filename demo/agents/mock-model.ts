/** A language model without a network: streams words, calls tools, or never answers, as the message says. */

import { setTimeout as delay } from 'node:timers/promises';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { directiveOf } from './script.ts';

type CallOptions = Parameters<MastraLanguageModelV2Mock['doStream']>[0];
type StreamPart =
  Awaited<ReturnType<MastraLanguageModelV2Mock['doStream']>>['stream'] extends ReadableStream<
    infer Part
  >
    ? Part
    : never;

const WORDS = ['Looking', 'at', 'it', 'now,', 'one', 'moment', 'please.', 'Done.'];
const USAGE = { inputTokens: 12, outputTokens: 8, totalTokens: 20 };

/** @param onCall told what people wrote, oldest first, for each call of the model */
export function mockModel(
  onCall: (messages: string[]) => void = () => {},
): MastraLanguageModelV2Mock {
  return new MastraLanguageModelV2Mock({
    doStream: async (options) => {
      const messages = userTexts(options.prompt);
      onCall(messages);
      return { stream: streamOf(answer(messages.at(-1) ?? '', options)) };
    },
  });
}

async function* answer(message: string, options: CallOptions): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', id: 'mock', modelId: 'mock', timestamp: new Date(0) };
  const directive = directiveOf(message);
  if (directive.does === 'hang') await never(options.abortSignal);
  if (directive.tool !== '' && !hasToolResult(options.prompt)) {
    yield {
      type: 'tool-call',
      toolCallId: `call-${directive.tool}-${Math.random().toString(36).slice(2)}`,
      toolName: directive.tool,
      input: JSON.stringify({ ms: directive.ms }),
    };
    // A real model takes its time to end a step; a run parks only if its parts are out by then.
    const ending = directive.does === 'ask' ? 1_000 : 50;
    await delay(ending, undefined, { signal: options.abortSignal });
    yield { type: 'finish', finishReason: 'tool-calls', usage: USAGE };
    return;
  }
  const words = directive.does === 'say' ? directive.ms : 300;
  yield { type: 'text-start', id: 'text' };
  for (const word of WORDS) {
    await delay(words / WORDS.length, undefined, { signal: options.abortSignal });
    yield { type: 'text-delta', id: 'text', delta: `${word} ` };
  }
  yield { type: 'text-end', id: 'text' };
  yield { type: 'finish', finishReason: 'stop', usage: USAGE };
}

/** A model call that never produces; only an abort ends it. */
function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal?.reason ?? new Error('aborted'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function userTexts(prompt: CallOptions['prompt']): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? [message.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ')]
      : [],
  );
}

/** Whether the tool that the newest message asks for has answered already. */
function hasToolResult(prompt: CallOptions['prompt']): boolean {
  const asked = prompt.findLastIndex((one) => one.role === 'user');
  return prompt.findLastIndex((one) => one.role === 'tool') > asked;
}

function streamOf(parts: AsyncGenerator<StreamPart>): ReadableStream<StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
  });
}
