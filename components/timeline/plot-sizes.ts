/** Sizes of the timeline's picture, pixels. */

/** Height of the axis above the lanes. */
export const AXIS = 24;
/** From one line of bars to the next. */
export const LINE = 38;
/** Height of a bar. */
export const BAR = 18;
/** Height of a lane's name, where it stands above its lane. */
export const LANE_NAME = 17;
/** Room for notes below the lanes. */
export const FOOT = 20;
