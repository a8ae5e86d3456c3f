/** What the recorder says of itself. */
export interface RecorderTrust {
  state: 'writing' | 'standby' | 'memory' | 'failing' | 'starting';
  reason: string | null;
}
