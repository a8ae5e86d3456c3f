/** The history of ownership: who held what, when, and what nobody saw. */

export type { ChangeCounts } from './changes-per-minute.ts';
export { HistoryCursorError } from './cursor.ts';
export {
  HISTORY_EVENTS,
  HISTORY_SOURCES,
  type HistoryEntry,
  type HistoryEvent,
  type HistorySource,
} from './entry.ts';
export { EXPORT_FORMATS, type ExportFormat, exportEntries } from './export.ts';
export { readHolderNotes } from './holder-notes.ts';
export type { LeaseSource } from './lease-source.ts';
export type { HistoryQuery } from './query.ts';
export {
  type BusyLease,
  type HistoryPage,
  HistoryReader,
  type HistoryReaderOptions,
} from './reader.ts';
export { HistoryRecorder, type HistoryRecorderOptions } from './recorder.ts';
export { truncateOwner } from './truncate-owner.ts';
