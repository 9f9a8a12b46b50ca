/** What the server says, in the language of the page: the English pages show it as it comes. */
export const inThisLanguage = <Answer>(answer: Answer): Answer => answer;
