/** The link that calls a phone number, as a person wrote it. */
export const phoneUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, "")}`;
