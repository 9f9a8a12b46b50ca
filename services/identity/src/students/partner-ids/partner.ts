export const partners = ['talId', 'cccId', 'ttiId', 'maspedId'] as const;
export type PartnerName = (typeof partners)[number];

/** Each partner's id of a student; null: no id is stored. */
export type PartnerIds = Record<PartnerName, string | null>;
