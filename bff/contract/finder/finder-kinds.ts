/** Kinds that are opened by an id, and offered again by the finder. */
export const openedKinds = ['student', 'registration', 'session', 'school', 'exam'] as const;
export type OpenedKind = (typeof openedKinds)[number];

/** Kinds that the finder finds (C-O50). */
export const finderKinds = [...openedKinds, 'page', 'action'] as const;
export type FinderKind = (typeof finderKinds)[number];

/** Most items of one answer. */
export const MAX_FOUND = 20;
