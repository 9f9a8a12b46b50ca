import type { ReactNode } from 'react';

/** The frame of the English pages, which need no provider. */
export const LanguageFrame = ({ children }: { children: ReactNode }): ReactNode => children;
