import { t } from '@lingui/core/macro';
import { useEffect } from 'react';

/** Names the page: '{title} | Student portal'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = t`${title} | Student portal`;
  }, [title]);
}
