const zone = { timeZone: 'America/New_York' } as const;
const days = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en-US', { ...zone, timeStyle: 'short' });

/** Returns 'Dec 6, 2026' and '9:30 AM' of an instant in New York, as the finder shows them. */
export const dayAndTime = (at: Date): { day: string; time: string } => ({
  day: days.format(at),
  time: times.format(at),
});
