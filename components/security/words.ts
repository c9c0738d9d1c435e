/** Toast text for the number of sessions that ended. */
export const endedWords = (sessions: number) =>
  sessions === 0
    ? "You were signed in nowhere else."
    : `${sessions === 1 ? "1 other session" : `${sessions} other sessions`} ended.`;
