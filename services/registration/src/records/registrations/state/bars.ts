/**
 * Whether a student is barred now from buying, which registering is, or from booking, by when that
 * ends. Null: not barred.
 */
export const isBarred = (until: Date | null, now: Date): boolean => until !== null && now < until;
