/** The link of an invitation works for so long after it was sent. */
export const INVITATION_DAYS = 7;

/** The page that an invitation's link opens. */
export const INVITATION_PATH = "/invitation";

/** So many people and pending invitations a store may have together. */
export const MAX_TEAM = 200;
