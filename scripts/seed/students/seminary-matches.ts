import { seeding } from '../as.ts';
import { tool } from '../clients.ts';

const ready = [
  { studentId: 1009, credits: 7 },
  { studentId: 2106, credits: 10 },
];

/**
 * Two students whose seminary exams can be redeemed have the credits for it: one whom the office
 * finds by birth date and digits, and one who is linked with their seminary record. The others who
 * match have none.
 */
export async function seedSeminaryMatches(): Promise<void> {
  for (const { studentId, credits } of ready)
    await tool.credits.grantCredits(
      { studentId, credits },
      seeding(`credits of seminary student ${studentId}`, studentId),
    );
}
