export const partners = ['talId', 'cccId', 'ttiId', 'maspedId'] as const;
export type PartnerName = (typeof partners)[number];

/** What each partner calls a student; null: no id is stored. */
export type PartnerIds = Record<PartnerName, string | null>;
