/** The texts of pages while an installation has no school or seminary yet. R-602. */
export const NO_SCHOOLS = 'There are no schools yet. An admin adds them.';
export const NO_SEMINARIES = 'There are no seminaries yet. An admin adds them.';
