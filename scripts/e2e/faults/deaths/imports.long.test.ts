import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { importUndo } from '../races/import-undo.ts';
import { importKills } from './students/import-kills.ts';

// Services that die at the steps of an import of students and of its undo, and an undo that races
// with changes to its students; after each the invariants are swept.

const hurt = withHurtPortal();
importUndo();
importKills(hurt);
