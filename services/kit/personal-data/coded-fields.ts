/** What stands where something that names a person stood. */
export const REMOVED = 'Removed';

/** Fields whose texts are words of ours and say nothing of the person. */
export const CODED = ['status', 'state', 'kind', 'source', 'levels', 'action', 'attendance'];
