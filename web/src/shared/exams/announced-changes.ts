/** A change whose row arrives after this long is another one than the announced change. */
const ANNOUNCED_FOR_MS = 10_000;
const announcedAt = new Map<number, number>();

/** Notes that the change of this exam is announced where it was made, and nowhere else. */
export const markAnnounced = (examId: number): void => void announcedAt.set(examId, Date.now());

/** Returns whether the change of this exam was already announced; forgets it. */
export function wasAnnounced(examId: number): boolean {
  const at = announcedAt.get(examId) ?? Number.NEGATIVE_INFINITY;
  announcedAt.delete(examId);
  return Date.now() - at < ANNOUNCED_FOR_MS;
}
