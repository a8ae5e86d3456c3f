import type {
  DeltaMessage,
  EndMessage,
  HeartbeatMessage,
  SnapshotMessage,
} from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { type Subject, subjectQuery } from './view-query.ts';

export interface EventStreamHandlers {
  snapshot(message: SnapshotMessage): void;
  delta(message: DeltaMessage): void;
  heartbeat(message: HeartbeatMessage): void;
  end(message: EndMessage): void;
  /** @param answered the server answered, and not with a stream. */
  failed(answered: boolean): void;
}

/** Opens the stream of a subject. Nothing is called any more once `close` was. */
export function openEventStream(
  subject: Subject,
  handlers: EventStreamHandlers,
): { close(): void } {
  const source = new EventSource(address(`/api/stream?${subjectQuery(subject)}`));
  let closed = false;
  const on = <Message>(name: string, take: (message: Message) => void): void => {
    source.addEventListener(name, (event) => {
      if (!closed) take(JSON.parse((event as MessageEvent<string>).data) as Message);
    });
  };
  on<SnapshotMessage>('snapshot', handlers.snapshot);
  on<DeltaMessage>('delta', handlers.delta);
  on<HeartbeatMessage>('heartbeat', handlers.heartbeat);
  on<EndMessage>('end', handlers.end);
  source.onerror = () => {
    if (!closed) handlers.failed(source.readyState === EventSource.CLOSED);
  };
  return {
    close: () => {
      closed = true;
      source.close();
    },
  };
}
