import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time of the last look; every minute anew while something depends on it. */
export function useNow(counts: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, [counts]);
  return counts ? now : new Date();
}
