import type { ReactNode } from 'react';

/** Around the English pages, whose texts need nothing. */
export const LanguageFrame = ({ children }: { children: ReactNode }): ReactNode => children;
