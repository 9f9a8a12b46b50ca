import { useEffect } from 'react';

/** Names the page: '{title} | Student portal'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Student portal`;
  }, [title]);
}
