/**
 * Whether a path is one of staff's pages, or of their signing in: they are English, and have a
 * router of their own.
 */
export const isStaffPath = (path: string): boolean => /^\/(?:admin|study-abroad-)/i.test(path);
