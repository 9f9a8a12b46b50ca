import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

interface Kept {
  invitation?: string;
}

/**
 * The secret of the mailed link that was opened, or null. It leaves the address at once, so that it
 * is not copied, bookmarked or seen over a shoulder, and stays in the entry of the history, where a
 * reload finds it.
 */
export function useInvitation(): string | null {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const sent = search.get('invitation');
  const [secret] = useState(() => sent || ((state as Kept | null)?.invitation ?? null));

  useEffect(() => {
    if (sent !== null)
      void navigate(pathname, {
        replace: true,
        state: { ...(state as Kept | null), invitation: sent },
      });
  }, [sent, pathname, state, navigate]);
  return secret;
}
