/** A session ends so long after it was opened, whatever happens in it. */
export const SESSION_MAX_HOURS = 12;

/** A session ends when nobody used it for so long. */
export const SESSION_IDLE_HOURS = 2;
