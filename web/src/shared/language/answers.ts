/**
 * Returns the server's texts in the language of the page: the English pages show them unchanged.
 */
export const inThisLanguage = <Answer>(answer: Answer): Answer => answer;
