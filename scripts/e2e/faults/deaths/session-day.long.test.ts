import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { attendanceKills } from './sessions/attendance-kills.ts';
import { lastSeatKills, walkInKills } from './sessions/walk-in-kills.ts';

// Registration that dies on the day of a session, while attendance is recorded and while walk-ins
// race for seats; after each the invariants are swept.

const hurt = withHurtPortal();
attendanceKills(hurt);
walkInKills(hurt);
lastSeatKills(hurt);
