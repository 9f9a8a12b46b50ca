import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** Returns the current time; updates every minute while `counts` is true. */
export function useNow(counts: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, [counts]);
  return counts ? now : new Date();
}
