/** How the page's connection to the server stands. */
export interface LinkState {
  /**
   * `stream`: changes arrive by themselves. `asking`: every stream slot of this browser is taken
   * or streams are held back, so the page polls every 1.5 s, and when another window reports a
   * change. `lost`: trying again. `signed-out` is final.
   */
  mode: 'opening' | 'stream' | 'asking' | 'lost' | 'hidden' | 'signed-out';
  /** The server does not take what is asked for, so that what is heard is not its answer. */
  refused: boolean;
  /** Streams open and bring nothing, so that the page polls. */
  heldBack: boolean;
  /**
   * When the server was last heard, or the link started; on the page's monotonic clock, less the
   * time asleep. `null` before the start.
   */
  heardAt: number | null;
}

/** Equal but for the moment of being heard. */
export function isSameState(one: LinkState, other: LinkState): boolean {
  return (
    one.mode === other.mode && one.refused === other.refused && one.heldBack === other.heldBack
  );
}
