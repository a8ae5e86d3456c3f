/** How far this machine's clock is behind Redis' (negative: ahead), milliseconds. Nothing on the page counts with it. */
export function clockOffsetMs(redisNow: number, machineNow: number): number {
  return redisNow - machineNow;
}
