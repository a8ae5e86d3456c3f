/** The join: facts about leases with what runs, history and operators add, on their way to pages. */

export { Board } from './board.ts';
export { annotateGrants, annotateHolds, restoreHeldSinceAtStart } from './lease-annotations.ts';
export { processList } from './process-list.ts';
export { RunAnnotations } from './run-annotations.ts';
export { parseView, ViewError } from './view/parse-view.ts';
export { ViewStreams } from './view/view-streams.ts';
